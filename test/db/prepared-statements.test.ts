import { expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";

let database: TestDatabase;
let db: Db;
const it = withSetup(
  async () => {
    database = await freshDatabase({ empty: true });
    db = openDatabase({ url: database.url, poolSize: 1 });
  },
  async () => {
    await db.close();
    await database.drop();
  },
);

const run = (number: number) =>
  db.run<{ value: number }>({ name: `statement-${number}`, text: `select ${number} as value`, values: [] });

const preparedOnServer = async () => {
  const rows = await db.run<{ name: string; at: Date }>({
    text: "select name, prepare_time as at from pg_prepared_statements",
    values: [],
  });
  return new Map(rows.map(({ name, at }) => [name, at.getTime()]));
};

it("a connection keeps no more statements than it can bear, and those that are used", async () => {
  await run(0);
  const before = (await preparedOnServer()).get("statement-0");
  for (let number = 1; number <= 700; number++) {
    await run(number);
    if (number % 100 === 0) await run(0);
  }
  const kept = await preparedOnServer();
  expect(kept.size).toBeLessThanOrEqual(501);
  expect(kept.get("statement-0")).toBe(before);
  expect(kept.has("statement-1")).toBe(false);
  expect(await run(1)).toEqual([{ value: 1 }]);
  expect(await run(700)).toEqual([{ value: 700 }]);
});
