import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, expect } from "vitest";
import type { Finding } from "../../src/cli/doctor/finding.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { runTradewind, tradewind } from "../support/servers/process.ts";
import { urlOf } from "../support/servers/servers.ts";
import { ShiftedClock } from "../support/time/shifted-clock.ts";

let folder: string;
let database: TestDatabase;

const it = withSetup(
  async () => {
    folder = mkdtempSync(join(tmpdir(), "tradewind-doctor-"));
    chmodSync(folder, 0o711);
    database = await freshDatabase();
  },
  async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);

const environment = (more: Record<string, string> = {}) => ({
  TRADEWIND_DATA_DIR: join(folder, "data"),
  ...more,
});
const doctor = (more: Record<string, string> = {}) => runTradewind(["doctor"], environment(more));
const onDatabase = (more: Record<string, string> = {}) => doctor({ DATABASE_URL: database.url, ...more });

describe("the doctor", () => {
  it("prints JSON for programs", async () => {
    const words = ["doctor", "--json"];
    const { code, output } = await runTradewind(words, environment({ DATABASE_URL: database.url }));
    const answer = JSON.parse(output) as { version: string; healthy: boolean; findings: Finding[] };
    expect(answer).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+/), healthy: true });
    expect(answer.findings).toContainEqual({
      check: "schema",
      level: "ok",
      text: "The schema is up to date",
    });
    expect(answer.findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(["tradewind", "node", "database", "postgres", "processes", "clock", "backup"]),
    );
    expect(code).toBe(0);
  });

  it("finds a wrong clock", async () => {
    const clock = new ShiftedClock();
    writeFileSync(clock.environment.SHIFTED_CLOCK, "-90000");
    const { code, output } = await onDatabase(clock.environment);
    clock.remove();
    expect(output).toMatch(/FAIL {2}The clocks of this machine and the database differ by (89|9\d)\.\d s/);
    expect(code).toBe(1);
  });

  it("finds a schema that is newer than the program, and one that is older", async () => {
    const newer = await freshDatabase();
    await queryRows(
      newer.url,
      "insert into tradewind.migration (id, checksum) values ('9999_from_the_future', 'x')",
    );
    const ahead = await doctor({ DATABASE_URL: newer.url });
    await queryRows(newer.url, "delete from tradewind.migration where id > '0005'");
    const behind = await doctor({ DATABASE_URL: newer.url });
    await newer.drop();
    expect(ahead.output).toMatch(
      /FAIL {2}The schema is newer than Tradewind \S+: it has 9999_from_the_future/,
    );
    expect(ahead.code).toBe(1);
    expect(behind.output).toMatch(/note {2}\d+ migrations are pending/);
    expect(behind.code).toBe(0);
  });

  it("finds processes of another version", async () => {
    const old = new pg.Client({ connectionString: database.url, application_name: "tradewind 0.0.9" });
    await old.connect();
    const during = await onDatabase();
    await old.end();
    expect(during.output).toMatch(/note {2}Processes of Tradewind 0\.0\.9 use the database beside \d/);
    expect((await onDatabase()).output).toContain("ok    No process of another version uses the database");
  });

  it("finds databases of v1 and of other programs", async () => {
    const other = await freshDatabase({ empty: true });
    await queryRows(other.url, "create table posts (id int)");
    const { code, output } = await doctor({ DATABASE_URL: other.url });
    await other.drop();
    expect(output).toContain(
      "FAIL  The database cannot be used\n      this database has tables of another program",
    );
    expect(code).toBe(1);
  });

  it("finds an archive that is missing", async () => {
    expect((await onDatabase()).output).toContain("note  The database does not archive its log");
  });
});

describe("the doctor of an embedded database", () => {
  it("finds that there is no backup, that one is old, and that the shop was moved", async () => {
    expect((await runTradewind(["migrate"], environment())).code).toBe(0);
    expect((await doctor()).output).toContain("note  There is no backup of this shop");

    const file = join(folder, "shop.backup");
    expect((await runTradewind(["backup", file], environment())).code).toBe(0);
    expect((await doctor()).output).toMatch(/ok {4}The last backup is of \d{4}-\S+ \(\S+shop\.backup\)/);

    const clock = new ShiftedClock();
    writeFileSync(clock.environment.SHIFTED_CLOCK, String(9 * 24 * 60 * 60 * 1000));
    const later = await doctor(clock.environment);
    clock.remove();
    expect(later.output).toContain("note  The last backup is 9 days old");

    const moved = { place: "PostgreSQL at db.example/shop", movedAt: "2026-11-17T10:00:00.000Z" };
    writeFileSync(join(folder, "data", "moved.json"), JSON.stringify(moved));
    const { code, output } = await doctor();
    expect(output).toContain("FAIL  This shop was moved to PostgreSQL at db.example/shop on 2026-11-17");
    expect(code).toBe(1);
  });

  it("names the versions that a running server uses", async () => {
    rmSync(join(folder, "data", "moved.json"));
    const server = tradewind(["start", "--no-demo", "--port", "0"], environment());
    await urlOf(server);
    const { code, output } = await doctor();
    server.process.kill("SIGTERM");
    await server.ended;
    expect(output).toMatch(/^ok {4}Tradewind \d.*\nok {4}Node \d/);
    expect(output).toMatch(/ok {4}PostgreSQL 18/);
    expect(output).toContain("ok    No process of another version uses the database");
    expect(code).toBe(0);
  });
});
