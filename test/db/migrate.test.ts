import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate, migrationStatus, pendingMigrations } from "../../src/db/migrations/migrate.ts";
import { currencyExponents } from "../../src/kernel/currencies.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";

const FIRST = "0001_v1_schema";
const LAST = "0005_change_tracking";

let url: string;
let drop: () => Promise<void>;
let folder: string;

beforeEach(async () => {
  ({ url, drop } = await freshDatabase({ empty: true }));
  folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await cp(fileURLToPath(new URL("../../migrations", import.meta.url)), folder, { recursive: true });
});

afterEach(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const run = () => migrate({ connectionString: url }, folder);
const pending = () => pendingMigrations(async (text) => ({ rows: await query(text) }), folder);
const addNext = (sql = "create table public.next (id int);") => writeFile(join(folder, "9999_next.sql"), sql);

const query = <Row>(text: string) => queryRows<Row>(url, text);

const count = async (from: string) =>
  (await query<{ count: number }>(`select count(*)::int as count from ${from}`))[0]?.count;

const tablesOf = (schema: string) => count(`pg_tables where schemaname = '${schema}'`);

describe("a column that a shop adds to variants", () => {
  it("is followed from the next migration on, as the others are", async () => {
    await run();
    await query("alter table product_variant add column shelf text");
    await query("insert into product (id, title) values ('prod_1', 'Shirt')");
    await query(
      "insert into product_variant (id, title, product_id, inventory_quantity) values ('variant_1', 'S', 'prod_1', 1)",
    );
    const isRecorded = async (change: string) => {
      const newest = () => query("select max(id) as id from tradewind.catalogue_change");
      const before = await newest();
      await query(`update product_variant set ${change}`);
      return JSON.stringify(await newest()) !== JSON.stringify(before);
    };
    expect(await isRecorded("shelf = 'A1'")).toBe(false);
    await run();
    expect(await isRecorded("shelf = 'A2'")).toBe(true);
    expect(await isRecorded("title = 'M'")).toBe(true);
    expect(await isRecorded("inventory_quantity = 3, updated_at = now()")).toBe(false);
  });

  it("is the only reason to make the trigger again", async () => {
    await run();
    const trigger = () =>
      query("select oid from pg_trigger where tgname = 'record_catalogue_change' order by oid");
    const before = await trigger();
    await run();
    expect(await trigger()).toEqual(before);
  });
});

describe("a fresh database", () => {
  it("gets every table of v1 and our own", async () => {
    const applied = await run();

    expect(applied[0]).toBe(FIRST);
    expect(applied).toEqual([...applied].sort());
    expect(await tablesOf("public")).toBe(104);
    expect(await tablesOf("tradewind")).toBe(88);
    expect(await count("pg_type where typtype = 'e'")).toBe(29);
  });

  it("has the rows every shop needs", async () => {
    await run();

    expect(await count("currency")).toBe(120);
    expect(await count("country")).toBeGreaterThanOrEqual(245);
    expect(await query("select code from currency where name ilike '%krone%' order by code")).toEqual([
      { code: "dkk" },
      { code: "nok" },
    ]);
    expect(await query("select name, display_name from country where iso_2 = 'cz'")).toEqual([
      { name: "CZECH REPUBLIC", display_name: "Czech Republic" },
    ]);
    expect(await query("select iso_3, num_code, name, display_name from country where iso_2 = 'us'")).toEqual(
      [{ iso_3: "usa", num_code: 840, name: "UNITED STATES", display_name: "United States" }],
    );
    expect(
      await query(`
        select store.name, default_currency_code, currency_code, sales_channel.name as channel
        from store
        join store_currencies on store_id = store.id
        join sales_channel on sales_channel.id = default_sales_channel_id`),
    ).toEqual([
      {
        name: "Tradewind Store",
        default_currency_code: "usd",
        currency_code: "usd",
        channel: "Default Sales Channel",
      },
    ]);
    expect(await query("select type from shipping_profile order by type")).toEqual([
      { type: "default" },
      { type: "gift_card" },
    ]);
    expect(await query("select id from payment_provider")).toEqual([{ id: "manual" }]);
    expect(await query("select id from fulfillment_provider")).toEqual([{ id: "manual" }]);
  });

  it("knows only currencies whose exponent we know, and all of them", async () => {
    await run();
    const rows = await query<{ code: string }>("select code from currency");
    expect(rows.map((row) => row.code).sort()).toEqual([...currencyExponents.keys()].sort());
  });

  it("gives its fixed rows well-formed ids", async () => {
    await run();
    const rows = await query<{ id: string }>(
      "select id from store union all select id from sales_channel union all select id from shipping_profile",
    );
    for (const { id } of rows) expect(id).toMatch(/^(store|sc|sp)_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  });
});

describe("migrating again", () => {
  it("applies nothing", async () => {
    await run();
    expect(await run()).toEqual([]);
  });

  it("takes other line ends for the same file", async () => {
    await run();
    const file = join(folder, `${FIRST}.sql`);
    await writeFile(file, (await readFile(file, "utf8")).replaceAll("\n", "\r\n"));

    expect(await run()).toEqual([]);
  });

  it("refuses a file that was changed after it was applied, and changes nothing", async () => {
    await run();
    await appendFile(join(folder, `${FIRST}.sql`), "create table public.sneaked_in (id int);\n");
    await addNext();

    await expect(run()).rejects.toThrow(`${FIRST}.sql was changed`);
    expect(await tablesOf("public")).toBe(104);
  });

  it("refuses a database that is ahead of the code, and changes nothing", async () => {
    await run();
    await rm(join(folder, `${LAST}.sql`));
    await addNext();

    await expect(run()).rejects.toThrow(LAST);
    expect(await tablesOf("public")).toBe(104);
  });
});

it("goes on where a file was changed before its release, with the same result", async () => {
  await run();
  const old = "3a08be7fa76010ede5e1501eda967675f964628bd7445d3ab73e263d2274e841";
  await query(`update tradewind.migration set checksum = '${old}' where id = '0011_analytics'`);
  expect(await run()).toEqual([]);
});

it("refuses a database from before 0.1.0 with the versions to go through, and changes nothing", async () => {
  await run();
  await query("delete from tradewind.migration");
  await query("insert into tradewind.migration (id, checksum) values ('0001_extensions_and_enums', 'old')");
  await addNext();

  await expect(run()).rejects.toThrow(
    "The database was made by a version before 0.1.0. Migrate it with 0.1.0 first: git checkout v0.1.0, npm ci, npm run migrate.",
  );
  expect(await query("select id from tradewind.migration")).toEqual([{ id: "0001_extensions_and_enums" }]);
  expect(await count("pg_tables where tablename = 'next'")).toBe(0);
});

it("leaves nothing of a migration that fails, and keeps those before it", async () => {
  await addNext("create table public.next (id int); select 1 / 0;");

  await expect(run()).rejects.toThrow("Migration 9999_next failed: division by zero");
  expect(await tablesOf("public")).toBe(104);
  expect(await pending()).toEqual(["9999_next"]);
});

it("applies each file exactly once when eight processes start together", async () => {
  const applied = (await Promise.all(Array.from({ length: 8 }, () => run()))).flat();

  expect(applied).toHaveLength(new Set(applied).size);
  expect(applied.sort()).toEqual(
    (await migrationStatus({ connectionString: url }, folder)).map(({ id }) => id),
  );
});

it("lists applied and pending migrations", async () => {
  expect((await pending())[0]).toBe(FIRST);
  expect(await tablesOf("tradewind")).toBe(0);

  await run();
  await addNext();

  const status = await migrationStatus({ connectionString: url }, folder);
  expect(status.at(0)).toEqual({ id: FIRST, appliedAt: expect.any(Date) });
  expect(status.at(-1)).toEqual({ id: "9999_next", appliedAt: null });
  expect(await pending()).toEqual(["9999_next"]);
});
