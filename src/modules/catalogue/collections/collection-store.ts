import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { storedColumns, valuesOf } from "../../../graph/written-row.ts";
import { duplicate, notFound } from "../../../kernel/refusal.ts";
import type { Collection } from "./collection.ts";
import { collection } from "./collections-graph.ts";

export const collectionFields = customFieldsOf("product_collection");

const columns = storedColumns("product_collection", collection);

const insert = compiled("collection-insert", (db, p: Collection) =>
  db.insertInto("product_collection").values(valuesOf(p, columns)),
);

const update = compiled("collection-update", (db, p: Collection) => {
  const { id, ...changed } = valuesOf(p, columns);
  return db
    .updateTable("product_collection")
    .set({ ...changed, updated_at: sql`now()` })
    .where("id", "=", id);
});

const lock = compiled("collection-lock", (db, p: { id: string }) =>
  db
    .selectFrom("product_collection")
    .select(columns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forUpdate(),
);

const remove = compiled("collection-delete", (db, p: { id: string }) =>
  db
    .updateTable("product_collection")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

const collectionNotFound = (id: string) => notFound("Product collection", id);

const refuseDuplicateHandle = ({ handle }: Collection) => ({
  unique: () => duplicate(`Product_collection with handle ${handle} already exists.`),
});

export async function insertCollection(tx: Tx, row: Collection): Promise<void> {
  await refusing(insert(tx, row), refuseDuplicateHandle(row));
}

export async function lockCollection(tx: Tx, id: string): Promise<Collection> {
  const [found] = await lock(tx, { id });
  if (!found) throw collectionNotFound(id);
  return found;
}

export async function saveCollection(tx: Tx, row: Collection): Promise<void> {
  await refusing(update(tx, row), refuseDuplicateHandle(row));
}

export async function deleteCollectionRow(tx: Tx, id: string): Promise<void> {
  const [deleted] = await remove(tx, { id });
  if (!deleted) throw collectionNotFound(id);
}
