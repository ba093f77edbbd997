import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../support/postgres/fresh-database.ts";
import { otherRole } from "../support/postgres/other-role.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { runTradewind, tradewind } from "../support/servers/process.ts";
import { environmentOn } from "../support/servers/servers.ts";
import { v1Database } from "../support/v1/database.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await v1Database();
});
afterEach(() => database.drop());

const on = (text: string) => queryRows<Record<string, unknown>>(database.url, text);
const adopt = (...words: string[]) => runTradewind(["adopt", ...words], environmentOn(database.url));
const isAdopting = async () =>
  (await on("select where to_regnamespace('tradewind_adoption') is not null")).length;

const REGION = "insert into region (id, name, currency_code, tax_rate) values ('reg_1', 'EU', 'eur', 0)";
const ORDER = `${REGION}; insert into customer (id, email) values ('cus_1', 'anna@shop.example');
  insert into "order" (id, customer_id, email, region_id, currency_code)
    values ('order_1', 'cus_1', 'anna@shop.example', 'reg_1', 'eur')`;

describe("tradewind adopt --finish", () => {
  it("without an answer changes nothing, and names what looks like a running v1", async () => {
    expect((await adopt("--yes")).code).toBe(0);
    await on(ORDER);
    const { code, output } = await adopt("--finish");
    expect(output).toContain("1 order of the last 24 hours came from v1, the last one 0 minutes ago.");
    expect(output).toMatch(/nothing was changed\. After --finish there is no way back.* add --v1-is-stopped/);
    expect(code).toBe(1);
    expect(await isAdopting()).toBe(1);
  });

  it("finishes when v1 is said to be stopped", async () => {
    expect((await adopt("--yes")).code).toBe(0);
    const { code, output } = await adopt("--finish", "--v1-is-stopped");
    expect(output).toMatch(/The adoption is finished\./);
    expect(code).toBe(0);
    expect(await isAdopting()).toBe(0);
  });
});

describe("tradewind adopt --yes", () => {
  it("whose connection is lost says so, and continues when it is run again", async () => {
    // It waits behind this transaction.
    const forgotten = new pg.Client({ connectionString: database.url });
    await forgotten.connect();
    await forgotten.query(`begin; ${REGION}`);
    const adopting = tradewind(["adopt", "--yes"], environmentOn(database.url));
    await adopting.printed(/waiting for/);
    await on(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tradewind-adopt --yes' and datname = current_database()`);
    expect(await adopting.ended).toBe(1);
    expect(adopting.output()).toMatch(
      /tradewind: the connection to the database was lost \(.*\)\. .*Run it again: tradewind adopt --yes/,
    );
    await forgotten.query("commit");
    await forgotten.end();
    expect((await adopt("--yes")).code).toBe(0);
  });

  it("that PostgreSQL refuses ends with a sentence, without a trace, and the tables stay as they are", async () => {
    await on(`create function no_tables() returns event_trigger language plpgsql as
      'begin if tg_tag = ''CREATE TABLE'' then raise exception ''tables are made by the operator''; end if; end';
      create event trigger no_tables on ddl_command_start execute function no_tables()`);
    const refused = await adopt("--yes");
    expect(refused.output).toMatch(
      /^tradewind: PostgreSQL has refused a step: tables are made by the operator \(.*\)\..*Run it again: tradewind adopt --yes/m,
    );
    expect(refused.output).not.toMatch(/^ {4}at /m);
    expect(refused.code).toBe(1);
    await on(`drop event trigger no_tables; ${ORDER}`);
    expect((await adopt("--yes")).code).toBe(0);
  });
});

describe("the report", () => {
  it("names the roles that write without owning the tables, and those that may plant functions", async () => {
    const erp = await otherRole(database.url);
    await on(
      `grant insert, update on "order", customer to ${erp.name}; grant create on schema public to ${erp.name}`,
    );
    const { output, code } = await adopt("--json");
    const { findings } = JSON.parse(output) as {
      findings: { code: string; message: string; details: unknown }[];
    };
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: "writing_roles",
        message: expect.stringContaining(`${erp.name} (2 tables)`),
        details: { roles: [erp.name] },
      }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "roles_that_create", details: { roles: [erp.name] } }),
    );
    expect(code).toBe(0);
    await erp.run("create function public.lower(varchar) returns text language sql as 'select $1::text'");
    const stopped = await adopt();
    expect(stopped.output).toMatch(
      /These stop it:\n {2}- The schema public has what would run with the rights/,
    );
    expect(stopped.code).toBe(1);
    await erp.drop();
  });
});
