import { describe, expect } from "vitest";
import { Replicas } from "../../src/db/replicas/replicas.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { entities } from "../../src/modules.ts";
import { Client } from "../support/clients/client.ts";
import { openCheckout } from "../support/factories/checkout.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { type Replicated, startReplicated } from "../support/postgres/replicated-postgres.ts";
import { type Program, runTradewind, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { TcpProxy } from "../support/servers/tcp-proxy.ts";
import { until } from "../support/time/until.ts";

let databases: Replicated;
let toPrimary: TcpProxy;
let toReplica: TcpProxy;
let servers: Program[];
/** A visitor of each of two servers; without cookies, so the server does not recognise them. */
let visitors: Client[];
let admin: Client;
let productId: string;

const environment = () => ({
  ...environmentOn(toPrimary.urlOf(databases.primaryUrl)),
  DATABASE_REPLICA_URLS: toReplica.urlOf(databases.replicaUrl),
  // The primary is away for a while, which the servers complain of.
  LOG_LEVEL: "fatal",
});

const socketOf = (url: string) => ({ path: `${new URL(url).searchParams.get("host")}/.s.PGSQL.5432` });

const it = withSetup(
  async () => {
    databases = await startReplicated();
    toPrimary = new TcpProxy(socketOf(databases.primaryUrl));
    toReplica = new TcpProxy(socketOf(databases.replicaUrl));
    await Promise.all([toPrimary.open(), toReplica.open()]);
    // The first one caches responses; the second does not, so that its reads can be counted.
    servers = ["32", "0"].map((TRADEWIND_ANSWER_MEMORY) =>
      tradewind(["start"], { ...environment(), TRADEWIND_ANSWER_MEMORY }),
    );
    const urls = await Promise.all(servers.map(urlOf));
    visitors = urls.map((url) => new Client(url));
    admin = await adminOf(urls[0]!);
    const product = { title: "Lantern", status: "published", options: [{ title: "Size" }] };
    const { body } = await admin.post("/admin/products", product);
    productId = body.product.id;
  },
  async () => {
    for (const { process } of servers) process.kill("SIGTERM");
    await Promise.all(servers.map(({ ended }) => ended));
    await Promise.all([toPrimary.close(), toReplica.close()]);
    await databases.stop();
  },
);

const retitle = async (title: string) => {
  expect((await admin.post(`/admin/products/${productId}`, { title })).status).toBe(200);
};

const titleAt = async (visitor: Client) => {
  const { status, body } = await visitor.get(`/store/products/${productId}`);
  expect(status).toBe(200);
  return body.product.title;
};

/** The replica's figures in the metrics of the second server. */
async function replicaAt(visitor: Client) {
  const { body } = await visitor.get("/metrics");
  const figure = (name: string) => Number(new RegExp(`${name} (\\S+)`).exec(body)?.[1] ?? Number.NaN);
  return {
    isInUse: figure('tradewind_replica_in_use\\{replica="127[^}]*\\}') === 1,
    lag: figure('tradewind_replica_lag_bytes\\{replica="127[^}]*\\}'),
    reads: figure('tradewind_catalogue_reads_total\\{replica="127[^}]*\\}'),
    readsOfPrimary: figure('tradewind_catalogue_reads_total\\{replica="primary"\\}'),
  };
}

const untilUsed = (isUsed: boolean) => until(async () => (await replicaAt(visitors[1]!)).isInUse === isUsed);

// Starting processes takes long on a machine that is busy.
describe("a storefront with a read replica", () => {
  it("reads the catalogue there: products, categories, regions, search", async () => {
    await untilUsed(true);
    const before = await replicaAt(visitors[1]!);
    const paths = [
      "products",
      `products/${productId}`,
      "variants",
      "collections",
      "product-categories",
      "product-tags",
      "product-types",
      "regions",
      "shipping-options",
    ];
    // A replica that is late for one read is left out for half a second, in which the primary answers all the others.
    await until(async () => {
      const earlier = await replicaAt(visitors[1]!);
      for (const path of paths) expect((await visitors[1]!.get(`/store/${path}`)).status).toBe(200);
      const found = await visitors[1]!.post("/store/products/search", { q: "lantern" });
      expect(found.body.hits).toMatchObject([{ id: productId }]);
      const later = await replicaAt(visitors[1]!);
      const reads = later.reads + later.readsOfPrimary - earlier.reads - earlier.readsOfPrimary;
      expect(reads).toBeGreaterThanOrEqual(paths.length + 2);
      return later.reads - before.reads >= paths.length + 2;
    });
  });

  it("always shows earlier commits of all processes", async () => {
    const before = await replicaAt(visitors[1]!);
    for (let change = 0; change < 60; change++) {
      await retitle(`Lantern ${change}`);
      for (const visitor of visitors) expect(await titleAt(visitor)).toBe(`Lantern ${change}`);
    }
    await until(async () => {
      expect(await titleAt(visitors[1]!)).toBe("Lantern 59");
      return (await replicaAt(visitors[1]!)).reads > before.reads;
    });
  });

  it("shows it while the replica is behind, which is left out until it has caught up", async () => {
    await databases.pauseReplay();
    await retitle("Storm lantern");
    for (const visitor of visitors) expect(await titleAt(visitor)).toBe("Storm lantern");
    await untilUsed(false);
    const behind = await replicaAt(visitors[1]!);
    expect(behind.lag).toBeGreaterThan(0);
    expect(await titleAt(visitors[1]!)).toBe("Storm lantern");
    expect(await replicaAt(visitors[1]!)).toMatchObject({ reads: behind.reads });

    await databases.resumeReplay();
    await until(async () => {
      expect(await titleAt(visitors[1]!)).toBe("Storm lantern");
      return (await replicaAt(visitors[1]!)).reads > behind.reads;
    });
  });

  it("continues when the replica falls silent, or its connections are cut, and uses it again", async () => {
    toReplica.fallSilent();
    await untilUsed(false);
    expect(await titleAt(visitors[1]!)).toBe("Storm lantern");
    toReplica.speak();
    await untilUsed(true);
    const asked = Array.from({ length: 20 }, () => titleAt(visitors[1]!));
    toReplica.cut();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["Storm lantern"]));
    await untilUsed(true);
  });

  it("is still there while the primary is not", async () => {
    const { port } = toPrimary;
    await toPrimary.close();
    try {
      // Should the replica just have been left out, it is found again.
      await until(async () => (await visitors[1]!.get(`/store/products/${productId}`)).status === 200);
      expect((await visitors[1]!.post("/store/carts")).status).toBe(503);
    } finally {
      await toPrimary.open(port);
    }
    await retitle("Lantern again");
    expect(await titleAt(visitors[1]!)).toBe("Lantern again");
  });

  it("is examined by the doctor", async () => {
    const { code, output } = await runTradewind(["doctor"], environment());
    expect(output).toMatch(/ok {4}The replica 127\.0\.0\.1:\d+ follows/);
    expect(code).toBe(0);
    const wrong = { ...environment(), DATABASE_REPLICA_URLS: databases.primaryUrl };
    const examined = await runTradewind(["doctor"], wrong);
    expect(examined.output).toMatch(/FAIL {2}\S.* is not a replica/);
    expect(examined.code).toBe(1);
  });
});

describe("a read at a replica", () => {
  const opened = () =>
    new Replicas({
      primary: databases.onPrimary,
      urls: [databases.replicaUrl],
      poolSize: 2,
      namedStatements: true,
    });

  it("puts the same rows from memory into a cart as one at the primary", async () => {
    const replicas = opened();
    replicas.start();
    await until(() => replicas.all[0]!.isInUse);
    const { regionId } = await openCheckout({ db: databases.onPrimary, admin });
    const made = await visitors[0]!.post("/store/carts", { region_id: regionId });
    const cart = { entity: entities.find(({ name }) => name === "cart")!, relations: ["region"] };
    const here = new Graph(databases.onPrimary, new Registry(entities));
    const regionAt = async (graph: Graph) =>
      (await graph.find(cart, made.body.cart.id))!["region"] as { name: string };
    for (let change = 0; change < 10; change++) {
      const name = `Home ${change}`;
      await admin.post(`/admin/regions/${regionId}`, { name });
      const shown = [
        await regionAt(here.from(replicas)),
        await regionAt(here),
        await regionAt(here.from(replicas)),
      ];
      expect(shown).toMatchObject([{ name }, { name }, { name }]);
      // The very same row: what was read once is not read again, wherever.
      expect(shown[2]).toBe(shown[1]);
    }
    expect(replicas.all[0]!.reads).toBeGreaterThan(0);
    await replicas.close();
  });

  it("that stands in the way of the replay is cut off, and repeated at the primary", async () => {
    await databases.onPrimary.run({ text: "create table in_the_way (id int)", values: [] });
    const replicas = opened();
    replicas.start();
    await until(() => replicas.all[0]!.isInUse);
    const slow = { text: "select count(*) as count, pg_sleep(0.5) from in_the_way", values: [] };
    const read = replicas.run<{ count: number }>(slow);
    await until(async () => {
      const text = "select from pg_stat_activity where query like '%in_the_way%' and pid <> pg_backend_pid()";
      return (await databases.onReplica.run({ text, values: [] })).length > 0;
    });
    await databases.onPrimary.run({ text: "alter table in_the_way add column name text", values: [] });
    expect(await read).toMatchObject([{ count: 0 }]);
    expect(replicas.readsOfPrimary).toBe(1);
    await replicas.close();
  });

  it("is none any more when the replica was promoted", async () => {
    const replicas = opened();
    replicas.start();
    await until(() => replicas.all[0]!.isInUse);
    await databases.onReplica.run({ text: "select pg_promote()", values: [] });
    const where = { text: "select pg_is_in_recovery() as elsewhere, inet_server_port() as port", values: [] };
    expect(await replicas.run(where)).toMatchObject([{ elsewhere: false }]);
    expect(replicas.readsOfPrimary).toBe(1);
    expect(replicas.all[0]!.isInUse).toBe(false);
    await replicas.close();
  });
});
