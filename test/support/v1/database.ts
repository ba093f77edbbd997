import { readFile } from "node:fs/promises";
import { freshDatabase, type TestDatabase } from "../postgres/fresh-database.ts";
import { queryRows } from "../postgres/query-rows.ts";

/** The first and the last migration of v1 1.20. */
export const FIRST_OF_V1 = "initialSchema1611063162649";
export const LAST_OF_V1 = "AlterCustomerUniqueConstraint1709888477798";

const files = ["0001_v1_schema.sql", "0002_reference_rows.sql"].map(
  (name) => new URL(`../../../migrations/${name}`, import.meta.url),
);

/** The tables of v1 with its list of migrations. Indexes and constraints have the names that Tradewind gives them. */
export async function v1Database(): Promise<TestDatabase> {
  const database = await freshDatabase({ empty: true });
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const list = `create table migrations (id serial primary key, "timestamp" bigint not null, name varchar not null);
    insert into migrations ("timestamp", name) select right(name, 13)::bigint, name
    from unnest(array['${FIRST_OF_V1}', '${LAST_OF_V1}']) name`;
  await queryRows(database.url, [...texts, list].join(";\n"));
  return database;
}

/** A copy of a database without connections. */
export const copyOf = (database: TestDatabase): Promise<TestDatabase> =>
  freshDatabase({ template: new URL(database.url).pathname.slice(1) });
