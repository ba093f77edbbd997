import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plainNames, renameObjects } from "../../src/db/adopt-baseline.ts";
import { migrate } from "../../src/db/migrate.ts";
import { sha256 } from "../../src/db/migration-files.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { describeSchema } from "../support/postgres/schema-description.ts";

/**
 * Before the first release, 55 files made the schema; five replace them. Three records of the old files are left:
 *
 * - `folded-migrations.txt` has their names and checksums.
 * - OLD_SCHEMA is the digest of what describeSchema() returned for an empty database that they had migrated.
 * - `baseline-schema.txt` is that description with the names that some objects got together with the baseline
 *   (`plainNames`), and without the function expect_kept, which nothing called.
 *
 * Later migrations do not change these records.
 */
const recorded = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

const OLD_SCHEMA = "e1f9419995007a530ddf543e9a2001dcf07b6a0de0c8f6ebdde0df224b6d1dbb";

const LAST_OF_BASELINE = "0005_change_tracking";

let url: string;
let drop: () => Promise<void>;
let folder: string;

beforeEach(async () => {
  ({ url, drop } = await freshDatabase({ empty: true }));
  folder = await mkdtemp(join(tmpdir(), "baseline-"));
  await cp(fileURLToPath(new URL("../../migrations", import.meta.url)), folder, { recursive: true });
  const later = (await readdir(folder)).filter((name) => name > `${LAST_OF_BASELINE}.sql`);
  await Promise.all(later.map((name) => rm(join(folder, name))));
});

afterEach(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const run = () => migrate({ connectionString: url }, folder);
const query = <Row>(text: string, values?: unknown[]) => queryRows<Row>(url, text, values);

const listMigrations = () =>
  query<{ id: string; checksum: string }>("select id, checksum from tradewind.migration order by id");

/** Makes the database one of the old files: with the names that they gave, and with their list of migrations. */
async function undoBaseline({ upTo = 55 } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await renameObjects(
    client,
    plainNames.map(([before, after]) => [after, before]),
  );
  await client.query("alter function tradewind.assert_unchanged rename to expect");
  await client.query(EXPECT_KEPT);
  await client.end();

  const rows = (await recorded("folded-migrations.txt")).trim().split("\n").slice(0, upTo);
  const [ids, checksums] = [0, 1].map((part) => rows.map((row) => row.split(" ")[part]));
  await query("delete from tradewind.migration");
  await query("insert into tradewind.migration (id, checksum) select * from unnest($1::text[], $2::text[])", [
    ids,
    checksums,
  ]);
}

const EXPECT_KEPT = `create function tradewind.expect_kept(version text) returns void language plpgsql as $$
begin
  if version is distinct from (select string_agg(id::text, ',') from tradewind.kept_change) then
    raise exception 'what hardly ever changes has changed' using errcode = 'serialization_failure';
  end if;
end $$`;

it("the baseline makes the schema that the files before it made, but for some names", async () => {
  await run();
  expect(await describeSchema(url)).toBe(await recorded("baseline-schema.txt"));

  await undoBaseline();
  expect(sha256(await describeSchema(url))).toBe(OLD_SCHEMA);
});

describe("a database of the files before the baseline", () => {
  it("is adopted with its rows, and later migrations follow", async () => {
    await run();
    const fresh = await listMigrations();
    await undoBaseline();
    await query("update store set name = 'Harbour Goods'");
    await writeFile(join(folder, "9999_next.sql"), "create table public.next (id int);");

    expect(await run()).toEqual(["9999_next"]);
    expect((await listMigrations()).slice(0, -1)).toEqual(fresh);
    expect(await query("select name from store")).toEqual([{ name: "Harbour Goods" }]);
    await query("drop table public.next; update store set name = 'Tradewind Store'");
    expect(await describeSchema(url)).toBe(await recorded("baseline-schema.txt"));
    expect(await run()).toEqual([]);
  });

  it("is adopted once when eight processes start together", async () => {
    await run();
    const fresh = await listMigrations();
    await undoBaseline();

    expect(await Promise.all(Array.from({ length: 8 }, () => run()))).toEqual(Array(8).fill([]));
    expect(await listMigrations()).toEqual(fresh);
  });

  it("goes on where a later file was changed before the release, with the same result", async () => {
    await run();
    const old = "3a08be7fa76010ede5e1501eda967675f964628bd7445d3ab73e263d2274e841";
    await query(`update tradewind.migration set checksum = '${old}' where id = '0011_analytics'`);
    expect(await run()).toEqual([]);
  });

  it("is refused where some of them are missing, and nothing changes", async () => {
    await run();
    await undoBaseline({ upTo: 54 });
    const before = [await listMigrations(), await describeSchema(url)];

    await expect(run()).rejects.toThrow(
      "git checkout before-baseline (commit bd1ab968), npm ci, npm run migrate",
    );
    expect([await listMigrations(), await describeSchema(url)]).toEqual(before);
  });

  it("is refused where one of them was another file, and nothing changes", async () => {
    await run();
    await undoBaseline();
    await query("update tradewind.migration set checksum = 'another' where id = '0010_tradewind'");
    const before = [await listMigrations(), await describeSchema(url)];

    await expect(run()).rejects.toThrow("Or use an empty database");
    expect([await listMigrations(), await describeSchema(url)]).toEqual(before);
  });
});
