import { describe, expect, it } from "vitest";
import { refuseOtherStatements } from "./own-statements.ts";

describe("raw SQL of a plugin is refused", () => {
  it.each([
    "select set_config('search_path', 'x', false)",
    `select "set_config"('search_path', 'x', false)`,
    `select pg_catalog . "set_config" ('search_path', 'x', false)`,
    "select set_config/* now */('search_path', 'x', false)",
    "select set_config -- now\n ('search_path', 'x', false)",
    "select '--', set_config('search_path', 'x', false)",
    `select "pg_advisory_lock"(1)`,
    "select PG_TRY_ADVISORY_LOCK(1)",
  ])("if it changes the session: %s", (text) => {
    expect(() => refuseOtherStatements(text)).toThrow("it changes the session");
  });

  it("if a name in it is escaped", () => {
    expect(() => refuseOtherStatements(`select U&"set\\005fconfig"('search_path', 'x', false)`)).toThrow(
      "no names like U&",
    );
  });

  it.each([
    ["public", "select * from public.product"],
    ["public", `update "public"."product" set title = 'x'`],
    ["public", "with x as (update public . product set title = 'x' returning 1) select * from x"],
    ["public", "select * from/**/public/**/./**/product"],
    ["PUBLIC", "delete from PUBLIC.note"],
    ["tradewind", "select * from tradewind.session"],
    ["graphile_worker", "select graphile_worker.add_job('x')"],
  ])("if it names the schema %s: %s", (schema, text) => {
    expect(() => refuseOtherStatements(text)).toThrow(
      `a plugin does not use the schema ${schema}: it reads the views of tradewind_v1, and changes the shop with shop.api`,
    );
  });

  it.each([
    "select * from tradewind_v1.product",
    "insert into plugin_x.note values ('see public.product, it''s tradewind.io')",
    `select "plugin_x"."note"."public" from "plugin_x"."note"`,
    "select is_public.id from plugin_x.is_public",
    "select a.public from plugin_x.a -- not public.product",
    "select setting_config(1)",
  ])("but not: %s", (text) => {
    expect(() => refuseOtherStatements(text)).not.toThrow();
  });
});
