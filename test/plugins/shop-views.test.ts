import { readFileSync } from "node:fs";
import pg from "pg";
import { expect, it } from "vitest";
import { freshDatabase } from "../support/postgres/fresh-database.ts";

/**
 * No command writes the recorded file: what plugins rely on is changed by hand. A column that is added stands at the end of its
 * view; one that is changed or removed needs a schema tradewind_v2 beside this one (docs/adr/0045-a-plugin-is-a-module.md).
 */
it("the views of the shop have the columns and types that plugins rely on", async () => {
  const database = await freshDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query<{ view: string; columns: string }>(
    `select relname as view, string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'tradewind_v1'::regnamespace and relkind = 'v' and attnum > 0
       group by relname order by relname collate "C"`,
  );
  await client.end();
  await database.drop();
  const recorded = readFileSync(new URL("shop-views.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  expect(rows.map(({ view, columns }) => `${view}: ${columns}`)).toEqual(recorded);
});
