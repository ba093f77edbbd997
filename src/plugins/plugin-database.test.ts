import { describe, expect, it } from "vitest";
import { pluginDatabase } from "./plugin-database.ts";

interface Tables {
  repair: { id: number; customer_id: string };
}

// Statements are compiled and not run.
const db = pluginDatabase<Tables>(null as never, "plugin_repairs");

describe("the statements of a plugin", () => {
  it("name its own schema", () => {
    expect(db.selectFrom("repair").select("repair.id").compile().sql).toBe(
      'select "plugin_repairs"."repair"."id" from "plugin_repairs"."repair"',
    );
  });

  it("may call a view of the shop by its own name", () => {
    const query = db
      .selectFrom("repair")
      .innerJoin("tradewind_v1.customer as customer", "customer.id", "repair.customer_id")
      .selectAll("customer")
      .where("customer.email", "like", "a%");
    expect(query.compile().sql).toBe(
      'select "customer".* from "plugin_repairs"."repair"' +
        ' inner join "tradewind_v1"."customer" as "customer" on "customer"."id" = "plugin_repairs"."repair"."customer_id"' +
        ' where "customer"."email" like $1',
    );
  });
});
