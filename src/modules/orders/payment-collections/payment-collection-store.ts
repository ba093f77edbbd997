import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import type { Graph } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { lockOrderRow } from "../orders/index.ts";
import { type PaymentCollection, unknownCollection } from "./payment-collection.ts";
import type { CollectionStatus } from "./payment-collection-state.ts";
import { payer, paymentCollection } from "./payment-collections-graph.ts";

/** Everything that changes of a collection need. */
const collectionForChange = viewOf({
  entity: paymentCollection,
  relations: ["payment_sessions", "payments", "region", "region.payment_providers"],
});

/** Reads a collection without a lock. */
export async function findCollection(
  graph: Graph,
  on: Connection,
  id: string,
): Promise<PaymentCollection | null> {
  return graph.find(collectionForChange, id, { on, extras: [payer] });
}

export async function readCollection(graph: Graph, on: Connection, id: string): Promise<PaymentCollection> {
  const found = await findCollection(graph, on, id);
  if (!found) throw unknownCollection(id);
  return found;
}

const orderOf = compiled("payment-collection-order", (db, p: { id: string }) =>
  db
    .selectFrom("order_edit")
    .select("order_id")
    .where("payment_collection_id", "=", p.id)
    .orderBy("created_at")
    .limit(1),
);

const lock = compiled("payment-collection-lock", (db, p: { id: string }) =>
  db
    .selectFrom("payment_collection")
    .select("id")
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

/** Locks only the row. False if the collection is deleted. */
export async function lockCollectionRow(tx: Tx, id: string): Promise<boolean> {
  return (await lock(tx, { id })).length > 0;
}

/**
 * Locks a collection; null if it is deleted. Its payments may be assigned to the order, so the order is locked first.
 */
export async function lockCollectionIfAny(
  graph: Graph,
  tx: Tx,
  id: string,
): Promise<PaymentCollection | null> {
  const [order] = await orderOf(tx, { id });
  if (order) await lockOrderRow(tx, order.order_id);
  return (await lockCollectionRow(tx, id)) ? readCollection(graph, tx, id) : null;
}

export async function lockCollection(graph: Graph, tx: Tx, id: string): Promise<PaymentCollection> {
  const found = await lockCollectionIfAny(graph, tx, id);
  if (!found) throw unknownCollection(id);
  return found;
}

const columns = [
  "id",
  "created_at",
  "updated_at",
  "type",
  "status",
  "description",
  "amount",
  "authorized_amount",
  "region_id",
  "currency_code",
  "metadata",
  "created_by",
] as const;

/** The row as events contain it. */
type CollectionRow = { id: string } & Record<string, unknown>;

export interface NewCollection {
  id: string;
  amount: number;
  regionId: string;
  currencyCode: string;
  description: string | null;
  createdBy: string;
}

const insert = compiled("payment-collection-insert", (db, p: NewCollection) =>
  db
    .insertInto("payment_collection")
    .values({
      id: p.id,
      type: "order_edit",
      status: "not_paid",
      amount: p.amount,
      region_id: p.regionId,
      currency_code: p.currencyCode,
      description: p.description,
      created_by: p.createdBy,
    })
    .returning(columns),
);

export async function insertCollection(tx: Tx, collection: NewCollection): Promise<CollectionRow> {
  const [row] = await insert(tx, collection);
  return row!;
}

interface CollectionUpdate {
  id: string;
  status: CollectionStatus;
  amount: number;
  authorized_amount: number | null;
  description: string | null;
  metadata: Metadata | null;
}

const update = compiled("payment-collection-update", (db, p: CollectionUpdate) =>
  db
    .updateTable("payment_collection")
    .set({
      status: p.status,
      amount: p.amount,
      authorized_amount: p.authorized_amount,
      description: p.description,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id)
    .returning(columns),
);

/** Saves a locked collection. */
export async function saveCollection(
  tx: Tx,
  { id, status, amount, authorized_amount, description, metadata }: CollectionUpdate,
): Promise<CollectionRow> {
  const [row] = await update(tx, { id, status, amount, authorized_amount, description, metadata });
  return row!;
}

const remove = compiledReturningWrite<{ id: string }, CollectionRow>(
  "payment-collection-delete",
  { updates: ["payment_collection"] },
  (p) => sql<CollectionRow>`
    update payment_collection set deleted_at = now() where id = ${p.id}
    returning id, created_at, updated_at, deleted_at, type, status, description, amount, authorized_amount,
      region_id, currency_code, metadata, created_by`,
);

/** Deletes a locked collection. */
export async function deleteCollectionRow(tx: Tx, id: string): Promise<CollectionRow> {
  const [row] = await remove(tx, { id });
  return row!;
}
