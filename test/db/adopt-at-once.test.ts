import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adoptDatabase, type Step } from "../../src/adopt/adopt-database.ts";
import { dropRecord } from "../../src/adopt/adoption-record.ts";
import { buildIndexes } from "../../src/adopt/build-indexes.ts";
import { undoAdoption } from "../../src/adopt/undo-adoption.ts";
import { migrate } from "../../src/db/migrations/migrate.ts";
import { lockMigrations } from "../../src/db/migrations/migration-lock.ts";
import type { TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { describeSchema } from "../support/postgres/schema-description.ts";
import { until } from "../support/time/until.ts";
import { copyOf, v1Database } from "../support/v1/database.ts";
import { asNamedByV1 } from "../support/v1/names.ts";

let template: TestDatabase;
let database: TestDatabase;

beforeAll(async () => {
  template = await v1Database();
  await queryRows(template.url, asNamedByV1);
});
afterAll(() => template.drop());
beforeEach(async () => {
  database = await copyOf(template);
});
afterEach(() => database.drop());

async function withClient<Result>(
  work: (client: pg.Client) => Promise<Result>,
  name = "test",
): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url, application_name: name });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const adopt = (report: (step: Step) => void = () => {}) =>
  withClient((client) => adoptDatabase(client, report), "tradewind-adopt --yes");
const undo = () => withClient((client) => undoAdoption(client, { report: () => {}, accept: async () => {} }));

const AT_WORK =
  /^another command is at work on this database: process \d+ \(tradewind-adopt --yes, for \d+ s\)\. Nothing/;

describe("two commands at once", () => {
  it.each([
    ["the same again", () => adopt()],
    ["an undo", () => undo()],
  ])("the second reports which process is at work, and changes nothing: %s", async (_, second) => {
    const before = await describeSchema(database.url);
    await withClient(async (first) => {
      await lockMigrations(first);
      await expect(second()).rejects.toThrow(AT_WORK);
    }, "tradewind-adopt --yes");
    expect(await describeSchema(database.url)).toBe(before);
  });

  it("a second one that waited until the first was finished leaves the shop as it is", async () => {
    await adopt();
    await withClient(dropRecord);
    const before = await describeSchema(database.url);
    await expect(adopt()).rejects.toThrow("this is a database of Tradewind already");
    expect(await describeSchema(database.url)).toBe(before);
  });

  it("a start that waited for an undo does not make a shop of v1's database", async () => {
    await adopt();
    await withClient(async (client) => {
      await lockMigrations(client);
      const starting = migrate({ connectionString: database.url });
      const refused = expect(starting).rejects.toThrow("this is a database of Medusa v1");
      await undoAdoption(client, { report: () => {}, accept: async () => {} });
      await client.query("select pg_advisory_unlock_all()");
      await refused;
    });
    expect(await queryRows(database.url, "select where to_regnamespace('tradewind') is not null")).toEqual(
      [],
    );
  });
});

describe("a start", () => {
  it("reports that an adoption is at work", async () => {
    await withClient(async (first) => {
      await lockMigrations(first);
      await expect(migrate({ connectionString: database.url })).rejects.toThrow(
        /^tradewind adopt is at work on this database: process \d+ \(tradewind-adopt --yes, for \d+ s\)/,
      );
    }, "tradewind-adopt --yes");
  });
});

describe("a transaction that its program has forgotten", () => {
  const index = { name: "forgotten", statement: 'CREATE INDEX "forgotten" ON public.customer (email)' };
  const FORGOTTEN = /process \d+ \(bookkeeping, role tradewind, idle in transaction for \d+ s\)/;

  it("is named while an index waits for it, and the index is built when it ends", async () => {
    await withClient(async (forgotten) => {
      await forgotten.query("begin");
      await forgotten.query("insert into customer (id, email) values ('cus_1', 'anna@shop.example')");
      const titles: string[] = [];
      const adopting = adopt(({ title }) => titles.push(title));
      await until(() => titles.some((title) => FORGOTTEN.test(title)));
      await forgotten.query("commit");
      await adopting;
    }, "bookkeeping");
  });

  it("ends the command with a sentence after a while, and nothing is left behind", async () => {
    await withClient(async (forgotten) => {
      await forgotten.query("begin");
      await forgotten.query("insert into customer (id, email) values ('cus_1', 'anna@shop.example')");
      const building = withClient((client) =>
        buildIndexes(client, [index], { onNext: () => {}, onWait: () => {}, patience: 1_000 }),
      );
      await expect(building).rejects.toThrow(FORGOTTEN);
    }, "bookkeeping");
    await withClient((client) => buildIndexes(client, [index], { onNext: () => {}, onWait: () => {} }));
    expect(
      await queryRows(
        database.url,
        "select indisvalid from pg_index where indexrelid = 'forgotten'::regclass",
      ),
    ).toEqual([{ indisvalid: true }]);
  });
});
