import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";
import { runTradewind } from "../support/servers/process.ts";
import { environmentOn } from "../support/servers/servers.ts";
import { v1Database } from "../support/v1/database.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await v1Database();
});
afterEach(() => database.drop());

const adopt = (...words: string[]) => runTradewind(["adopt", ...words], environmentOn(database.url));

const relations = () =>
  queryRows(
    database.url,
    `select oid::regclass::text as name from pg_class
     where relnamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1`,
  );

const REQUIRED_BY_A_PLUGIN = "alter table customer add column loyalty_id text not null";

describe("tradewind adopt", () => {
  it("reports, changes nothing, and exits with 0 if nothing stops", async () => {
    const before = await relations();
    const { code, output } = await adopt();
    expect(output).toMatch(/^Found:\n {2}- This is a database of v1 1\.20\.4 or newer/m);
    expect(output).toMatch(/Nothing was changed\. This database can be adopted.*\n$/);
    expect(code).toBe(0);
    expect(await relations()).toEqual(before);
  });

  it("exits with 1 if something stops, also for machines, and --yes changes nothing then", async () => {
    await queryRows(database.url, REQUIRED_BY_A_PLUGIN);
    const before = await relations();
    const reported = await adopt("--json");
    expect(JSON.parse(reported.output)).toMatchObject({
      mayAdopt: false,
      findings: expect.arrayContaining([
        expect.objectContaining({ severity: "stop", code: "plugin_column_required" }),
      ]),
      estimate: { indexes: expect.any(Number) },
    });
    expect(reported.code).toBe(1);
    const refused = await adopt("--yes");
    expect(refused.output).toMatch(
      /^tradewind: nothing was changed\. This stops the adoption:\n {2}- The column customer\.loyalty_id/,
    );
    expect(refused.code).toBe(1);
    expect(await relations()).toEqual(before);
  });
});

describe("tradewind adopt --undo", () => {
  it("needs --accept-losses where no person can be asked, and changes nothing without it", async () => {
    expect((await adopt("--yes")).code).toBe(0);
    await queryRows(
      database.url,
      `insert into "user" (id, email) values ('usr_1', 'packer@shop.example');
       insert into tradewind.user_role (user_id, role_id) select 'usr_1', id from tradewind.role where name = 'Manager'`,
    );
    const before = await relations();
    const refused = await adopt("--undo");
    expect(refused.output).toContain("packer@shop.example (Manager)");
    expect(refused.output).toMatch(/tradewind: nothing was changed\..*add --accept-losses\n$/);
    expect(refused.code).toBe(1);
    expect(await relations()).toEqual(before);
    const undone = await adopt("--undo", "--accept-losses");
    expect(undone.output).toContain("packer@shop.example (Manager)");
    expect(undone.output).toContain("is one of v1 again");
    expect(undone.code).toBe(0);
  });
});
