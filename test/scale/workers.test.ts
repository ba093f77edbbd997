import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, faultsOf, urlOf } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";
import { browsing, type Reply, type Visitor, Visitors } from "./visitors.ts";
import { workersOf } from "./worker-pids.ts";

const VISITORS = 8;
const DRAIN_SECONDS = 1;
let database: TestDatabase;
let db: Db;
let server: Program;
let url: string;
let shop: { regionId: string; variantId: string };

/** What a reload reports while a migration is missing. */
const INTENDED = /1 migrations are pending|a worker failed to start/;

const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    const environment = { ...environmentOn(database.url), TRADEWIND_DRAIN_SECONDS: String(DRAIN_SECONDS) };
    server = tradewind(["start", "--workers", "2"], environment);
    url = (await urlOf(server)).replace("localhost", "127.0.0.1");
    const admin = await adminOf(url);
    const { regionId } = await openCheckout({ db, admin });
    shop = { regionId, variantId: await aSoldVariant({ admin }, { stock: 1_000_000 }) };
  },
  async () => {
    server.process.kill("SIGKILL");
    await server.ended;
    await db.close();
    await database.drop();
    expect(faultsOf(server).filter((fault) => !INTENDED.test(fault))).toEqual([]);
  },
);

const workers = () => workersOf(server.process.pid!);

/** Which process answers on the connection of this visitor. */
const processOf = async (visitor: Visitor): Promise<number> =>
  Number(/tradewind_process_id (\d+)/.exec((await visitor.get("/metrics")).body)![1]);

/** Until all that there are answer, and none of them is the one that was killed. */
const untilReplaced = (killed: number) =>
  until(async () => {
    const visitors = new Visitors(4, url, async () => true);
    // Who connects just when a worker dies may be given to the dead one, and is cut off.
    const answering = new Set(await visitors.each((visitor) => processOf(visitor).catch(() => killed)));
    await visitors.during(async () => {});
    return answering.size === 2 && !answering.has(killed);
  });

// Starting processes takes long on a machine that is busy.
describe("several workers under load", () => {
  it("one that is killed takes its own requests with it, no others, and is replaced", async () => {
    const visitors = new Visitors(VISITORS, url, browsing(shop));
    const processes = await visitors.each(processOf);
    const killed = processes[0]!;
    expect(new Set(processes).size).toBe(2);
    await visitors.during(async () => {
      await visitors.answered(100);
      process.kill(killed, "SIGKILL");
      await untilReplaced(killed);
      await visitors.answered(100);
    });
    const losers = visitors.failures.map(({ visitor }) => visitor);
    expect(new Set(losers.map((number) => processes[number]))).toEqual(
      new Set(losers.length ? [killed] : []),
    );
  });

  it("the running workers stay when a new one cannot start", async () => {
    const before = workers();
    const [last] = await db.run<{ id: string; checksum: string }>({
      text: `delete from tradewind.migration where id = (select max(id) from tradewind.migration)
        returning id, checksum`,
      values: [],
    });
    try {
      server.process.kill("SIGHUP");
      await server.printed(/the running workers stay/);
      expect(server.output()).toContain("1 migrations are pending; run: tradewind migrate");
      expect(workers()).toEqual(before);
    } finally {
      const text = "insert into tradewind.migration (id, checksum) values ($1, $2)";
      await db.run({ text, values: [last!.id, last!.checksum] });
    }
  });

  it("all of them are replaced, one after the other, and no request is lost", async () => {
    const before = workers();
    const visitors = new Visitors(VISITORS, url, browsing(shop));
    const seen: number[] = [];
    await visitors.during(async () => {
      await visitors.answered(100);
      server.process.kill("SIGHUP");
      const replaced = server.printed(/all workers were replaced/);
      const look = setInterval(() => seen.push(workers().length), 100);
      await replaced.finally(() => clearInterval(look));
      await visitors.answered(100);
    });
    expect(visitors.failures).toEqual([]);
    expect(workers().filter((pid) => before.includes(pid))).toEqual([]);
    expect(workers()).toHaveLength(2);
    // The next one listens before the last one goes.
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...seen)).toBe(3);
  });

  it("they stop without losing a request of clients that close on request", async () => {
    const goesWhenTold = ({ headers }: Reply) => headers.connection === "close";
    const visitors = new Visitors(VISITORS, url, async (visitor, sent) => {
      const reply = await sent("cart", visitor.post("/store/carts", { region_id: shop.regionId }));
      return reply === null || goesWhenTold(reply);
    });
    const balancer = new Visitors(1, url, async () => true);
    await visitors.during(async () => {
      await visitors.answered(50);
      // A terminal sends it to all of them.
      for (const pid of [server.process.pid!, ...workers()]) process.kill(pid, "SIGINT");
      await until(async () => {
        const [ready] = await balancer.each((visitor) => visitor.get("/ready"));
        return ready!.status === 503 && ready!.body.server === "draining";
      });
      expect(await server.ended).toBe(0);
    });
    expect(visitors.failures).toEqual([]);
    expect(workers()).toEqual([]);
  });
});
