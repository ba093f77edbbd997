import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import { type DraftOrder, unknownDraft } from "./draft-order.ts";

const find = compiled("draft-order-find", (db, p: { id: string }) =>
  db.selectFrom("draft_order").select(["id", "status", "cart_id", "order_id"]).where("id", "=", p.id),
);

const lock = compiled("draft-order-lock", (db, p: { id: string }) =>
  db
    .selectFrom("draft_order")
    .select(["id", "status", "cart_id", "order_id"])
    .where("id", "=", p.id)
    .forNoKeyUpdate(),
);

/** Reads without a lock. Changes lock the draft after its cart. */
export async function getDraft(on: Connection, id: string): Promise<DraftOrder> {
  const [found] = await find(on, { id });
  if (!found) throw unknownDraft(id);
  return found;
}

export async function findDraft(on: Connection, id: string): Promise<DraftOrder | null> {
  const [found] = await find(on, { id });
  return found ?? null;
}

export async function lockDraft(tx: Tx, id: string): Promise<DraftOrder> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownDraft(id);
  return found;
}

interface NewDraft {
  id: string;
  cartId: string;
  noNotification: boolean | null;
}

const insert = compiled("draft-order-insert", (db, p: NewDraft) =>
  db
    .insertInto("draft_order")
    .values({ id: p.id, cart_id: p.cartId, no_notification_order: p.noNotification }),
);

export async function insertDraft(tx: Tx, draft: NewDraft): Promise<void> {
  await insert(tx, draft);
}

const save = compiledReturningWrite<{ id: string; noNotification: boolean | null }, unknown>(
  "draft-order-save",
  { updates: ["draft_order"] },
  (p) => sql`update draft_order set updated_at = now(),
      no_notification_order = coalesce(${p.noNotification}::boolean, no_notification_order)
    where id = ${p.id}`,
);

/** Saves a locked draft. An undefined `noNotification` stays unchanged. */
export async function saveDraft(tx: Tx, id: string, noNotification?: boolean): Promise<void> {
  await save(tx, { id, noNotification: noNotification ?? null });
}

const remove = compiled("draft-order-delete", (db, p: { id: string }) =>
  db.deleteFrom("draft_order").where("id", "=", p.id),
);

export async function deleteDraftRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

const ofCart = compiled("draft-order-of-cart", (db, p: { cartId: string }) =>
  db
    .selectFrom("draft_order")
    .select(["id", "no_notification_order as noNotification"])
    .where("cart_id", "=", p.cartId),
);

export async function findDraftOfCart(
  on: Connection,
  cartId: string,
): Promise<{ id: string; noNotification: boolean | null } | null> {
  const [found] = await ofCart(on, { cartId });
  return found ?? null;
}

const complete = compiledWrite<{ id: string; orderId: string }>(
  "draft-order-complete",
  { updates: ["draft_order"] },
  (p) => sql`
    update draft_order set status = 'completed', completed_at = now(), order_id = ${p.orderId}, updated_at = now()
    where id = ${p.id}`,
);

export const completeDraft = (tx: Tx, id: string, orderId: string): Promise<void> =>
  complete(tx, { id, orderId });
