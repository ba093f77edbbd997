import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { queryRows } from "../support/postgres/query-rows.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

interface Called {
  name: string;
  is_definer: boolean;
  path: string | null;
  is_public: boolean;
  body: string;
}

const calledByTriggers = () =>
  queryRows<Called>(
    database.url,
    `select proname as name, prosecdef as is_definer, prosrc as body,
       (select substring(setting from '^search_path=(.*)$') from unnest(proconfig) setting
         where setting like 'search_path=%') as path,
       exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as is_public
     from pg_proc where pronamespace = 'tradewind'::regnamespace and prorettype = 'trigger'::regtype order by 1`,
  );

/** They update a table of v1, so that triggers of the shop run inside. */
const UPDATING = ["renew_cart_of_line", "renew_carts_at_address", "renew_own_cart"];

describe("every function of a trigger", () => {
  it("runs as its owner, with a path that leads to nothing of other roles", async () => {
    const called = await calledByTriggers();
    expect(called.length).toBeGreaterThan(30);
    const wrong = called.filter(({ name, is_definer, path }) => {
      const wanted = UPDATING.includes(name) ? "pg_catalog, public, pg_temp" : "pg_catalog, pg_temp";
      return !is_definer || path !== wanted;
    });
    expect(
      wrong.map(({ name }) => name),
      "write: create function tradewind.… security definer set search_path = pg_catalog, pg_temp",
    ).toEqual([]);
  });

  it("can be used by no other role for a trigger of its own", async () => {
    const open = (await calledByTriggers()).filter(({ is_public }) => is_public);
    expect(
      open.map(({ name }) => name),
      "write: revoke execute on function tradewind.… from public",
    ).toEqual([]);
  });
});

describe("the tables of Tradewind", () => {
  it("can be published: each has a key, or is compared as a whole", async () => {
    const without = await queryRows(
      database.url,
      `select oid::regclass::text as name from pg_class
       where relnamespace::regnamespace::text in ('public', 'tradewind', 'graphile_worker') and relkind = 'r'
         and relreplident = 'd'
         and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`,
    );
    expect(without, "write: alter table … replica identity full").toEqual([]);
  });
});
