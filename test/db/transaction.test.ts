import { sql } from "kysely";
import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { compiledCheck, compiledSql, compiledWrite } from "../../src/db/statements.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { socketOf, TcpProxy } from "../support/servers/tcp-proxy.ts";

let database: TestDatabase;
let db: Db;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    // One connection: the next transaction meets the state that a failure leaves.
    db = openDatabase({ url: database.url, poolSize: 1 });
    await db.run({ text: "create table box (id text primary key, weight integer)", values: [] });
  },
  async () => {
    await db.close();
    await database.drop();
  },
);
it.beforeEach(() => db.run({ text: "truncate box", values: [] }));

const put = compiledWrite<{ id: string; weight: number }>(
  "box-put",
  { inserts: ["box"] },
  (p) => sql`insert into box (id, weight) values (${p.id}, ${p.weight})`,
);
const boxes = compiledSql<object, { id: string; weight: number }>(
  "box-all",
  () => sql`select id, weight from box order by id`,
);

/** The statements of some work, a line for each message to PostgreSQL. */
async function messages(work: () => Promise<unknown>): Promise<string[]> {
  const client = await db.pool.connect();
  const { query } = client;
  const seen: string[] = [];
  const listener = ({ name, text }: { name?: string; text: string }) => seen.push(name ?? text);
  const sent: string[] = [];
  client.query = ((...args: unknown[]) => {
    sent.push(seen.splice(0).join(" "));
    return (query as (...all: unknown[]) => unknown).apply(client, args);
  }) as never;
  client.release();
  db.onStatement.add(listener);
  await work().finally(() => {
    db.onStatement.delete(listener);
    client.query = query;
  });
  return sent;
}

describe("a transaction", () => {
  it("sends statements without awaited results together with the next awaited one", async () => {
    const sent = await messages(() =>
      inTransaction(db, async (tx) => {
        await put(tx, { id: "a", weight: 1 });
        await put(tx, { id: "b", weight: 2 });
        expect(await boxes(tx, {})).toEqual([
          { id: "a", weight: 1 },
          { id: "b", weight: 2 },
        ]);
        await put(tx, { id: "c", weight: 3 });
      }),
    );
    expect(sent).toEqual(["begin box-put box-put box-all", "box-put commit"]);
    expect(await boxes(db, {})).toHaveLength(3);
  });

  it("sends nothing at all where nothing was done", async () => {
    expect(await messages(() => inTransaction(db, async () => "idle"))).toEqual([]);
    const failing = messages(() =>
      inTransaction(db, async () => {
        throw new Error("before the first statement");
      }),
    );
    await expect(failing).rejects.toThrow("before the first statement");
  });

  it("throws what went wrong with a write where it is sent, in the words that were given for it", async () => {
    const twice = { unique: () => new Error("there is such a box") };
    const attempt = inTransaction(db, async (tx) => {
      await put(tx, { id: "a", weight: 1 }, twice);
      await put(tx, { id: "a", weight: 2 }, twice);
      await put(tx, { id: "b", weight: 3 });
    });
    await expect(attempt).rejects.toThrow("there is such a box");
    expect(await boxes(db, {})).toEqual([]);
  });

  it("keeps nothing when the last write fails together with the commit", async () => {
    const attempt = inTransaction(db, async (tx) => {
      await put(tx, { id: "a", weight: 1 });
      await boxes(tx, {});
      await put(tx, { id: "b", weight: 2 ** 40 });
    });
    await expect(attempt).rejects.toMatchObject({ code: "22003" });
    expect(await boxes(db, {})).toEqual([]);
  });

  it("can prepare a statement again that failed when it was first sent", async () => {
    const late = compiledWrite<{ id: string }>(
      "box-late",
      { inserts: ["box"] },
      (p) => sql`insert into box (id) values (${p.id})`,
    );
    await db.run({ text: "insert into box values ('a', 1)", values: [] });
    const attempt = () => inTransaction(db, (tx) => late(tx, { id: "a" }));
    await expect(attempt()).rejects.toMatchObject({ code: "23505" });
    await expect(attempt()).rejects.toMatchObject({ code: "23505" });
    await inTransaction(db, (tx) => late(tx, { id: "b" }));
    expect((await boxes(db, {})).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("leaves statements that were never reached to be prepared later", async () => {
    const never = compiledSql<object, { one: number }>("box-never", () => sql`select 1 as one`);
    const attempt = inTransaction(db, async (tx) => {
      await put(tx, { id: "a", weight: 2 ** 40 });
      await never(tx, {});
    });
    await expect(attempt).rejects.toMatchObject({ code: "22003" });
    expect(await never(db, {})).toEqual([{ one: 1 }]);
  });

  it("is not disturbed by a value that cannot be sent", async () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    await expect(db.run({ text: "select $1::json", values: [circular] })).rejects.toThrow(/circular/i);
    await put(db, { id: "a", weight: 1 });
    expect(await boxes(db, {})).toHaveLength(1);
  });

  it("writes at once where there is no transaction", async () => {
    await put(db, { id: "a", weight: 1 });
    const twice = put(db, { id: "a", weight: 1 }, { unique: () => new Error("there is such a box") });
    await expect(twice).rejects.toThrow("there is such a box");
  });
});

describe("a transaction that uses cached state", () => {
  const expectWeight = compiledCheck<{ id: string; weight: number }>(
    "box-expect",
    (p) => sql<boolean>`exists (select 1 from box where id = ${p.id} and weight = ${p.weight})`,
  );
  it.beforeEach(() => inTransaction(db, (tx) => put(tx, { id: "a", weight: 1 })));

  /** Adds a box, if the cached box still has this weight. */
  const putBeside = (cached: number) => {
    const tries: { isOptimistic: boolean }[] = [];
    const work = inTransaction(db, async (tx) => {
      tries.push({ isOptimistic: tx.isOptimistic });
      const weight = tx.isOptimistic ? cached : (await boxes(tx, {}))[0]!.weight;
      if (tx.isOptimistic) expectWeight(tx, { id: "a", weight });
      await put(tx, { id: "b", weight: weight + 1 });
    });
    return { work, tries };
  };

  it("is one message where that holds", async () => {
    expect(await messages(() => putBeside(1).work)).toEqual(["begin box-expect box-put commit"]);
    expect(await boxes(db, {})).toContainEqual({ id: "b", weight: 2 });
  });

  it("is repeated with a read when that fails", async () => {
    const { work, tries } = putBeside(7);
    await work;
    expect(tries).toEqual([{ isOptimistic: true }, { isOptimistic: false }]);
    expect(await boxes(db, {})).toContainEqual({ id: "b", weight: 2 });
  });

  it("is notified when the cached state was stale, and only then", async () => {
    let wrong = 0;
    const checking = (weight: number) =>
      inTransaction(db, async (tx) => {
        if (tx.isOptimistic) expectWeight(tx, { id: "a", weight }, () => wrong++);
      });
    await checking(1);
    expect(wrong).toBe(0);
    await checking(7);
    expect(wrong).toBe(1);
  });

  it("refuses nothing before it has read the current state", async () => {
    const refuse = (weight: number, heard: number[]) =>
      inTransaction(db, async (tx) => {
        const seen = tx.isOptimistic ? weight : (await boxes(tx, {}))[0]!.weight;
        heard.push(seen);
        if (tx.isOptimistic) expectWeight(tx, { id: "a", weight });
        if (seen > 5) throw new Error("too heavy");
      });
    const heard: number[] = [];
    await refuse(7, heard);
    expect(heard).toEqual([7, 1]);
    await db.run({ text: "update box set weight = 9", values: [] });
    await expect(refuse(9, heard)).rejects.toThrow("too heavy");
    expect(heard).toEqual([7, 1, 9, 9]);
  });

  it("refuses at once when the refusal comes after the check succeeded", async () => {
    const tries: boolean[] = [];
    const twice = inTransaction(db, async (tx) => {
      tries.push(tx.isOptimistic);
      expectWeight(tx, { id: "a", weight: 1 });
      await put(tx, { id: "a", weight: 2 }, { unique: () => new Error("there is such a box") });
    });
    await expect(twice).rejects.toThrow("there is such a box");
    const looked = inTransaction(db, async (tx) => {
      tries.push(tx.isOptimistic);
      expectWeight(tx, { id: "a", weight: 1 });
      await boxes(tx, {});
      throw new Error("refused");
    });
    await expect(looked).rejects.toThrow("refused");
    expect(tries).toEqual([true, true]);
  });

  it("knows that the state was stale, with any later failure", async () => {
    const tries: boolean[] = [];
    const weights = await inTransaction(db, async (tx) => {
      tries.push(tx.isOptimistic);
      if (tx.isOptimistic) expectWeight(tx, { id: "a", weight: 7 });
      // In two messages; the first one is not awaited.
      boxes(tx, {}).catch(() => {});
      await Promise.resolve();
      await Promise.resolve();
      return boxes(tx, {});
    });
    expect(tries).toEqual([true, false]);
    expect(weights).toEqual([{ id: "a", weight: 1 }]);
  });

  it("is distinguished from other errors in the same message", async () => {
    const tries: boolean[] = [];
    const counting = { text: "select count(*) from box where weight > $1", values: [0] };
    await inTransaction(db, async (tx) => {
      tries.push(tx.isOptimistic);
      const counted = tx.run({ ...counting, isPlannedByValues: true });
      if (tx.isOptimistic) expectWeight(tx, { id: "a", weight: 7 });
      await counted;
    });
    expect(tries).toEqual([true, false]);
  });

  it("does not do again what may have been done when the answer was lost", async () => {
    const proxy = new TcpProxy(socketOf(database.url));
    await proxy.open();
    const far = openDatabase({ url: proxy.urlOf(database.url), poolSize: 1 });
    const tries: boolean[] = [];
    const cut = proxy.cutNextCommit("answer");
    const work = inTransaction(far, async (tx) => {
      tries.push(tx.isOptimistic);
      expectWeight(tx, { id: "a", weight: 1 });
      await put(tx, { id: "b", weight: 2 });
    });
    await expect(work).rejects.toThrow("Connection terminated");
    await cut;
    expect(tries).toEqual([true]);
    expect(await boxes(db, {})).toHaveLength(2);
    await far.close();
    await proxy.close();
  });
});
