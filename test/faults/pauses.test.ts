import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { Client } from "../support/clients/client.ts";
import { PersistentClient } from "../support/clients/persistent-client.ts";
import { aLine, csv } from "../support/factories/batch-imports.ts";
import { aJob, shownJob } from "../support/factories/batch-jobs.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aDataFolder, formOf } from "../support/factories/uploads.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { socketOf, TcpProxy } from "../support/servers/tcp-proxy.ts";
import { passHeartbeats } from "../support/time/passed-time.ts";
import { pause, until } from "../support/time/until.ts";

const ROWS = 2_000;

const data = aDataFolder();
let database: TestDatabase;
let db: Db;
let proxy: TcpProxy;
/** Reaches the database by the proxy, and is paused. */
let sleeper: { program: Program; url: string };
let awake: { program: Program; url: string };

async function start(databaseUrl: string, environment: Record<string, string> = {}) {
  const program = tradewind(["start"], {
    ...environmentOn(databaseUrl),
    TRADEWIND_DATA_DIR: data.folder,
    // PostgreSQL ends a transaction that is idle for two thirds of it.
    TRADEWIND_DATABASE_TIMEOUT: "3000",
    ...environment,
  });
  return { program, url: await urlOf(program) };
}

const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    proxy = new TcpProxy(socketOf(database.url));
    await proxy.open();
    [sleeper, awake] = await Promise.all([
      start(proxy.urlOf(database.url)),
      start(database.url, { TRADEWIND_JOBS: "0" }),
    ]);
  },
  async () => {
    for (const { program } of [sleeper, awake]) program.process.kill("SIGTERM");
    await Promise.all([sleeper, awake].map(({ program }) => program.ended));
    await proxy.close();
    await db.close();
    await database.drop();
    data.remove();
  },
);

const signal = (name: NodeJS.Signals) => sleeper.program.process.kill(name);

const count = async (text: string, ...values: unknown[]) =>
  (await db.run<{ count: number }>({ text, values }))[0]!.count;

describe("a process that is paused", () => {
  it("keeps no order from being placed, and does not place it again when it wakes up", async () => {
    const shop = await openCheckout({ db, admin: await adminOf(awake.url) });
    const items = [{ variant_id: await aSoldVariant(shop, { stock: 5 }), quantity: 1 }];
    const cartId = await aReadyCart(new Client(awake.url), shop, { items });
    const atItsEnd = proxy.holdNextCommit();
    const first = complete(new Client(sleeper.url), cartId, "by the sleeper");
    await atItsEnd;
    signal("SIGSTOP");
    const client = new PersistentClient({ url: () => awake.url });
    const second = await client.post(`/store/carts/${cartId}/complete`);
    signal("SIGCONT");
    if (second === "lost") throw new Error("the order was to be placed by the one that is awake");
    expect(second).toMatchObject({ status: 200, body: { type: "order" } });
    const { status, body } = await first;
    // The connection on which it had begun is gone.
    expect([200, 503]).toContain(status);
    if (status === 200) expect(body.data.id).toBe(second.body.data.id);
    const again = await complete(new Client(sleeper.url), cartId, "by the sleeper");
    expect([again.status, again.body.data.id]).toEqual([200, second.body.data.id]);
    expect(await count(`select count(*) from "order" where cart_id = $1`, cartId)).toBe(1);
  });

  it("loses the import it works on to another, and writes nothing more when it wakes up", async () => {
    const admin = await adminOf(awake.url);
    const content = csv(Array.from({ length: ROWS }, (_, index) => aLine(`pause-${index}`)));
    const response = await fetch(`${awake.url}/admin/uploads/protected`, {
      method: "POST",
      headers: { cookie: `connect.sid=${admin.cookie("connect.sid")}` },
      body: formOf([{ name: "import.csv", content, type: "text/csv" }]),
    });
    const { uploads } = (await response.json()) as { uploads: [{ key: string }] };
    const { id } = await aJob({ admin }, "product-import", { fileKey: uploads[0].key });
    const progress = async () => (await shownJob({ admin }, id)).result?.rows?.done ?? 0;
    await until(async () => (await progress()) > 0);
    signal("SIGSTOP");
    expect((await shownJob({ admin }, id)).status).toBe("processing");
    await passHeartbeats(db);
    const rescue = await start(database.url);
    await until(async () => (await shownJob({ admin }, id)).status === "completed");
    signal("SIGCONT");
    // Time to do harm: its next chunk, and the end of the job.
    await pause(1_500);
    const { status, result } = await shownJob({ admin }, id);
    expect([status, result.rows.done, result.errors]).toEqual(["completed", ROWS, undefined]);
    expect(await count("select count(*) from product where handle like 'pause-%'")).toBe(ROWS);
    const events = "select count(*) from tradewind.event where name = $1";
    expect(await count(`${events} and entity_id = $2`, "batch.completed", id)).toBe(1);
    await until(async () => (await count("select count(*) from graphile_worker.jobs")) === 0);
    rescue.program.process.kill("SIGTERM");
    expect(await rescue.program.ended).toBe(0);
  });
});
