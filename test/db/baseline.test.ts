import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "../../src/db/migrate.ts";
import { freshDatabase } from "../support/database.ts";
import { queryRows } from "../support/query-rows.ts";
import { describeSchema } from "../support/schema-description.ts";

/**
 * Before the first release, 55 files made the schema; five replace them. Two records of the old files are left:
 * `baseline-schema.txt` is what describeSchema() printed for an empty database that the old files had migrated, and
 * `folded-migrations.txt` has their names and checksums. Both are records of the past: later migrations do not change
 * them.
 */
const recorded = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

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

/** Makes the database one of the old files: it has the same schema, and their names in the list of migrations. */
async function listOldFiles({ upTo = 55 } = {}): Promise<void> {
  const rows = (await recorded("folded-migrations.txt")).trim().split("\n").slice(0, upTo);
  const [ids, checksums] = [0, 1].map((part) => rows.map((row) => row.split(" ")[part]));
  await query("delete from tradewind.migration");
  await query("insert into tradewind.migration (id, checksum) select * from unnest($1::text[], $2::text[])", [
    ids,
    checksums,
  ]);
}

it("an empty database gets the schema that the files before the baseline made", async () => {
  await run();
  expect(await describeSchema(url)).toBe(await recorded("baseline-schema.txt"));
});

describe("a database of the files before the baseline", () => {
  it("is adopted with its rows, and later migrations follow", async () => {
    await run();
    const fresh = await listMigrations();
    await listOldFiles();
    await query("update store set name = 'Harbour Goods'");
    await writeFile(join(folder, "9999_next.sql"), "create table public.next (id int);");

    expect(await run()).toEqual(["9999_next"]);
    expect((await listMigrations()).slice(0, -1)).toEqual(fresh);
    expect(await query("select name from store")).toEqual([{ name: "Harbour Goods" }]);
    expect(await run()).toEqual([]);
  });

  it("is adopted once when eight processes start together", async () => {
    await run();
    const fresh = await listMigrations();
    await listOldFiles();

    expect(await Promise.all(Array.from({ length: 8 }, () => run()))).toEqual(Array(8).fill([]));
    expect(await listMigrations()).toEqual(fresh);
  });

  it("is refused where some of them are missing, and nothing changes", async () => {
    await run();
    await listOldFiles({ upTo: 54 });
    const before = await listMigrations();

    await expect(run()).rejects.toThrow(
      "Migrate it with the version that has 0081_caches_follow_every_write.sql",
    );
    expect(await listMigrations()).toEqual(before);
  });

  it("is refused where one of them was another file, and nothing changes", async () => {
    await run();
    await listOldFiles();
    await query("update tradewind.migration set checksum = 'another' where id = '0010_tradewind'");
    const before = await listMigrations();

    await expect(run()).rejects.toThrow("or use an empty database");
    expect(await listMigrations()).toEqual(before);
  });
});
