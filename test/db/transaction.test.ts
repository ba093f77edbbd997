import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { compiledSql, compiledWrite } from "../../src/db/statements.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase({ empty: true });
  // One connection: whatever a failure leaves behind is met by the next one.
  db = openDatabase({ url: database.url, poolSize: 1 });
  await db.run({ text: "create table box (id text primary key, weight integer)", values: [] });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(() => db.run({ text: "truncate box", values: [] }));

const put = compiledWrite<{ id: string; weight: number }>(
  "box-put",
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
  it("sends what nobody waits for along with what somebody does", async () => {
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
    const late = compiledWrite<{ id: string }>("box-late", (p) => sql`insert into box (id) values (${p.id})`);
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
