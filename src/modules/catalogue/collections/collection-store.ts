import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { duplicate, notFound } from "../../../kernel/refusal.ts";
import type { Collection } from "./collection.ts";

const insert = compiled("collection-insert", (db, p: Collection) =>
  db
    .insertInto("product_collection")
    .values({ id: p.id, title: p.title, handle: p.handle, metadata: p.metadata }),
);

const update = compiled("collection-update", (db, p: Collection) =>
  db
    .updateTable("product_collection")
    .set({ title: p.title, handle: p.handle, metadata: p.metadata, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const lock = compiled("collection-lock", (db, p: { id: string }) =>
  db
    .selectFrom("product_collection")
    .select(["id", "title", "handle", "metadata"])
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

const refuseDuplicateHandle = (collection: Collection) => ({
  unique: () => duplicate(`Product_collection with handle ${collection.handle} already exists.`),
});

export async function insertCollection(tx: Tx, collection: Collection): Promise<void> {
  await refusing(insert(tx, collection), refuseDuplicateHandle(collection));
}

export async function lockCollection(tx: Tx, id: string): Promise<Collection> {
  const [found] = await lock(tx, { id });
  if (!found) throw collectionNotFound(id);
  return { ...found, metadata: found.metadata as Metadata | null };
}

export async function saveCollection(tx: Tx, collection: Collection): Promise<void> {
  await refusing(update(tx, collection), refuseDuplicateHandle(collection));
}

export async function deleteCollectionRow(tx: Tx, id: string): Promise<void> {
  const [deleted] = await remove(tx, { id });
  if (!deleted) throw collectionNotFound(id);
}
