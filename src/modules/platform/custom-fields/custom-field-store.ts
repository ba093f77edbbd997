import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledSql } from "../../../db/statements.ts";
import { type StoredField, takenBySettings } from "./custom-field.ts";

const columns = ["id", "entity", "name", "declaration", "deleted_at"] as const;

const all = compiled("custom-fields-all", (db) =>
  db.selectFrom("tradewind.custom_field").select(columns).orderBy("created_at").orderBy("id"),
);

/** Also deleted ones. */
export const readFields = (on: Connection): Promise<StoredField[]> =>
  all(on, {}) as unknown as Promise<StoredField[]>;

const lockAll = compiled("custom-fields-lock-all", (db) =>
  db.selectFrom("tradewind.custom_field_version").select("mark").forUpdate(),
);

/** No other field is declared until the transaction ends. */
export async function lockDeclarations(tx: Tx): Promise<void> {
  await lockAll(tx, {});
}

const lock = compiled("custom-field-lock", (db, p: { id: string }) =>
  db.selectFrom("tradewind.custom_field").select(columns).where("id", "=", p.id).forUpdate(),
);

export async function lockField(tx: Tx, id: string): Promise<StoredField | undefined> {
  const [found] = await lock(tx, { id });
  return found as unknown as StoredField | undefined;
}

const lockByName = compiled("custom-field-lock-named", (db, p: { entity: string; name: string }) =>
  db
    .selectFrom("tradewind.custom_field")
    .select(columns)
    .where("entity", "=", p.entity)
    .where("name", "=", p.name)
    .forUpdate(),
);

export async function lockNamed(tx: Tx, entity: string, name: string): Promise<StoredField | undefined> {
  const [found] = await lockByName(tx, { entity, name });
  return found as unknown as StoredField | undefined;
}

interface Row {
  id: string;
  entity: string;
  name: string;
  json: string;
}

const insert = compiled("custom-field-insert", (db, p: Row) =>
  db
    .insertInto("tradewind.custom_field")
    .values({ id: p.id, entity: p.entity, name: p.name, declaration: sql`${p.json}::jsonb` }),
);

const rowOf = ({ id, entity, name, declaration }: StoredField): Row => ({
  id,
  entity,
  name,
  json: JSON.stringify(declaration),
});

export async function insertField(tx: Tx, field: StoredField): Promise<void> {
  await refusing(insert(tx, rowOf(field)), { unique: () => takenBySettings(field.entity, field.name) });
}

const save = compiled("custom-field-save", (db, p: { id: string; json: string; isDeleted: boolean }) =>
  db
    .updateTable("tradewind.custom_field")
    .set({
      declaration: sql`${p.json}::jsonb`,
      updated_at: sql`now()`,
      deleted_at: sql`case when ${p.isDeleted}::boolean then now() end`,
    })
    .where("id", "=", p.id),
);

export async function saveField(tx: Tx, field: StoredField, isDeleted = false): Promise<void> {
  await save(tx, { id: field.id, json: JSON.stringify(field.declaration), isDeleted });
}

const remove = compiled("custom-field-delete", (db, p: { id: string }) =>
  db.deleteFrom("tradewind.custom_field").where("id", "=", p.id),
);

export async function deleteFieldRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

const typeOf = compiledSql<{ table: string; name: string }, { type: string }>(
  "custom-field-column",
  (p) => sql<{ type: string }>`select udt_name::text as type from information_schema.columns
    where table_schema = 'public' and table_name = ${p.table} and column_name = ${p.name}`,
);

/** The type of a column of the shop, or null. */
export async function readColumnType(on: Connection, table: string, name: string): Promise<string | null> {
  const [found] = await typeOf(on, { table, name });
  return found?.type ?? null;
}
