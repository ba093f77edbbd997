import { describe, expect, inject } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/postgres/own-postgres.ts";
import { type PgBouncer, startPgBouncer } from "../support/postgres/pgbouncer.ts";
import { type Replicated, startReplicated } from "../support/postgres/replicated-postgres.ts";
import { runTradewind } from "../support/servers/process.ts";
import { environmentOn } from "../support/servers/servers.ts";
import { until } from "../support/time/until.ts";

let database: TestDatabase;
let pooler: PgBouncer;
let replicated: Replicated;
let own: OwnPostgres;

const it = withSetup(
  async () => {
    database = await freshDatabase();
    pooler = await startPgBouncer(inject("serverUrl"), 3);
    replicated = await startReplicated();
    own = await startOwnPostgres();
  },
  async () => {
    await own?.stop();
    await replicated?.stop();
    await pooler?.stop();
    await database?.drop();
  },
);

const doctor = (url: string, more: Record<string, string> = {}) =>
  runTradewind(["doctor"], { ...environmentOn(url), ...more });

describe("the doctor behind PgBouncer in transaction mode", () => {
  const pooled = (more: Record<string, string> = {}) => doctor(pooler.urlOf(database.url), more);
  const NO_DIRECT_URL = "FAIL  DATABASE_URL leads to a pooler in transaction mode, and there is no direct";
  const NO_NAMES = "FAIL  The pooler does not carry named statements";

  it("finds that the direct address is missing, and that names are not carried", async () => {
    const { code, output } = await pooled();
    expect(output).toContain(NO_DIRECT_URL);
    expect(output.includes(NO_NAMES)).toBe(!pooler.carriesNames);
    // The other checks work all the same.
    expect(output).toContain("ok    The schema is up to date");
    expect(code).toBe(1);
  });

  it("finds a direct address that leads to the pooler, too", async () => {
    const { code, output } = await pooled({
      DATABASE_DIRECT_URL: pooler.urlOf(database.url),
      TRADEWIND_NAMED_STATEMENTS: "off",
    });
    expect(output).toContain("FAIL  DATABASE_DIRECT_URL leads to a pooler in transaction mode");
    expect(output).not.toContain(NO_DIRECT_URL);
    expect(output).not.toContain(NO_NAMES);
    expect(code).toBe(1);
  });

  it("finds nothing wrong with the settings of the guide, nor without a pooler", async () => {
    const settings = {
      DATABASE_DIRECT_URL: database.url,
      TRADEWIND_NAMED_STATEMENTS: pooler.carriesNames ? "on" : "off",
    };
    const { code, output } = await pooled(settings);
    expect(output).toContain("ok    The pooler and its settings fit together");
    expect(code).toBe(0);
    expect((await doctor(database.url)).output).not.toContain("pooler");
  });
});

describe("the doctor of a shop with a replica", () => {
  it("finds that the replica is behind", async () => {
    const { primaryUrl, replicaUrl, onPrimary } = replicated;
    const examined = () => doctor(primaryUrl, { DATABASE_REPLICA_URLS: replicaUrl });
    await replicated.pauseReplay();
    await onPrimary.run({
      text: "create table filler as select repeat(md5(n::text), 20) as text from generate_series(1, 40000) n",
      values: [],
    });
    const { code, output } = await examined();
    expect(output).toMatch(/note {2}The replica \S+ is \d+ MB behind/);
    expect(code).toBe(0);
    await replicated.resumeReplay();
    await until(async () => /ok {4}The replica \S+ follows/.test((await examined()).output));
  });
});

describe("the doctor of a server that archives its log", () => {
  it("finds that the archive is empty, that it fails, and that it works again", async () => {
    const url = await own.emptyDatabase("shop");
    expect((await runTradewind(["migrate"], environmentOn(url))).code).toBe(0);
    const archiveWith = async (command: string) => {
      await own.asAdmin(`alter system set archive_command = '${command}'`);
      await own.asAdmin("select pg_reload_conf()");
      // A log without a new record is not switched.
      await own.asAdmin("select pg_create_restore_point('doctor'), pg_switch_wal()");
    };
    expect((await doctor(url)).output).toContain("but has not archived any of it yet");
    await archiveWith("false");
    await until(async () => (await doctor(url)).output.includes("FAIL  The database cannot archive its log"));
    await archiveWith("true");
    await until(async () => (await doctor(url)).output.includes("ok    The database archives its log"));
  });
});
