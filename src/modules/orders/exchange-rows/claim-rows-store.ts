import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, withParts } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { addressesDeleted } from "../../people/addresses/index.ts";

export interface NewClaim {
  id: string;
  order_id: string;
  type: "refund" | "replace";
  payment_status: "na" | "not_refunded";
  refund_amount: number | null;
  shipping_address_id: string | null;
  no_notification: boolean | null;
  metadata: Metadata | null;
  idempotency_key: string;
}

const insert = compiledReturningWrite<{ claim: string }, unknown>(
  "claim-insert",
  { inserts: ["claim_order"] },
  (p) => sql`
    insert into claim_order (id, order_id, type, payment_status, refund_amount, shipping_address_id,
      no_notification, metadata, idempotency_key)
    select id, order_id, type::claim_order_type_enum, payment_status::claim_order_payment_status_enum,
      refund_amount, shipping_address_id, no_notification, metadata, idempotency_key
    from jsonb_to_record(${p.claim}::jsonb) as sent(id varchar, order_id varchar, type text, payment_status text,
      refund_amount integer, shipping_address_id varchar, no_notification boolean, metadata jsonb,
      idempotency_key varchar)`,
);

export async function insertClaimRow(tx: Tx, claim: NewClaim): Promise<void> {
  await insert(tx, { claim: JSON.stringify(claim) });
}

const saveFulfillment = compiledReturningWrite<{ id: string; status: string }, unknown>(
  "claim-fulfillment-status",
  { updates: ["claim_order"] },
  (p) => sql`update claim_order set fulfillment_status = ${p.status}::claim_order_fulfillment_status_enum,
      updated_at = now()
    where id = ${p.id}`,
);

/** Saves the fulfillment status of a claim whose order is locked. */
export async function saveClaimFulfillment(tx: Tx, id: string, status: string): Promise<void> {
  await saveFulfillment(tx, { id, status });
}

const refunded = compiledReturningWrite<{ id: string }, unknown>(
  "claim-refunded",
  { updates: ["claim_order"] },
  (p) => sql`update claim_order set payment_status = 'refunded', updated_at = now() where id = ${p.id}`,
);

export async function markClaimRefunded(tx: Tx, id: string): Promise<void> {
  await refunded(tx, { id });
}

const cancel = compiledReturningWrite<{ id: string }, unknown>(
  "claim-cancel",
  { updates: ["claim_order"] },
  (p) => sql`update claim_order set fulfillment_status = 'canceled', canceled_at = now(), updated_at = now()
    where id = ${p.id}`,
);

export async function cancelClaimRow(tx: Tx, id: string): Promise<void> {
  await cancel(tx, { id });
}

const change = compiledReturningWrite<
  { id: string; silent: boolean | null; metadata: string | null },
  unknown
>(
  "claim-update",
  { updates: ["claim_order"] },
  (p) => sql`update claim_order set no_notification = ${p.silent}, metadata = ${p.metadata}::jsonb,
      updated_at = now()
    where id = ${p.id}`,
);

export async function updateClaimRow(
  tx: Tx,
  { id, no_notification, metadata }: Pick<NewClaim, "id" | "no_notification" | "metadata">,
): Promise<void> {
  await change(tx, { id, silent: no_notification, metadata: metadata && JSON.stringify(metadata) });
}

// Keeps an address that the order uses as well.
const remove = compiledReturningWrite<{ id: string }, unknown>(
  "claim-delete",
  withParts({ deletes: ["claim_order"] }, [addressesDeleted]),
  (p) => sql`
    with unused as (${addressesDeleted({
      ids: sql`select claim.shipping_address_id
        from claim_order claim join "order" sold on sold.id = claim.order_id
        where claim.id = ${p.id} and claim.shipping_address_id is distinct from sold.shipping_address_id`,
    })})
    delete from claim_order where id = ${p.id}`,
);

/** Deletes a claim that has no items, lines and shipping methods, with its address. */
export async function deleteClaimRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}
