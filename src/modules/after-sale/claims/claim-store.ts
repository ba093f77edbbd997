import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, withParts } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { addressesDeleted, insertAddresses } from "../../people/addresses/index.ts";
import { deleteLinesOf } from "../../selling/line-items/index.ts";
import { removeOtherMethodsOfClaim } from "../../selling/shipping-methods/index.ts";
import type { ClaimType } from "./claim.ts";
import { deleteClaimItems } from "./claim-item-store.ts";

export interface ClaimAddress {
  first_name?: string | null;
  last_name?: string | null;
  phone?: string | null;
  company?: string | null;
  address_1?: string | null;
  address_2?: string | null;
  city?: string | null;
  country_code?: string | null;
  province?: string | null;
  postal_code?: string | null;
  metadata?: Metadata;
}

export interface NewClaim {
  id: string;
  order_id: string;
  type: ClaimType;
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

/** With the address that its goods are sent to, where that is another than the order's. */
export async function insertClaim(
  tx: Tx,
  claim: NewClaim,
  address: (ClaimAddress & { id: string }) | null,
): Promise<void> {
  if (address) await insertAddresses(tx, [address]);
  await insert(tx, { claim: JSON.stringify(claim) });
}

const refunded = compiledReturningWrite<{ id: string }, unknown>(
  "claim-refunded",
  { updates: ["claim_order"] },
  (p) => sql`update claim_order set payment_status = 'refunded', updated_at = now() where id = ${p.id}`,
);

export async function saveRefunded(tx: Tx, id: string): Promise<void> {
  await refunded(tx, { id });
}

const cancel = compiledReturningWrite<{ id: string }, unknown>(
  "claim-cancel",
  { updates: ["claim_order"] },
  (p) => sql`update claim_order set fulfillment_status = 'canceled', canceled_at = now(), updated_at = now()
    where id = ${p.id}`,
);

export async function saveCanceled(tx: Tx, id: string): Promise<void> {
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

export async function saveClaim(
  tx: Tx,
  { id, no_notification, metadata }: Pick<NewClaim, "id" | "no_notification" | "metadata">,
): Promise<void> {
  await change(tx, { id, silent: no_notification, metadata: metadata && JSON.stringify(metadata) });
}

const metadataOf = compiledSql<{ id: string }, { metadata: Metadata | null }>(
  "claim-metadata",
  (p) => sql<{ metadata: Metadata | null }>`select metadata from claim_order where id = ${p.id}`,
);

export async function readClaimMetadata(on: Connection, id: string): Promise<Metadata | null> {
  const [found] = await metadataOf(on, { id });
  return found?.metadata ?? null;
}

const begun = compiledSql<{ orderId: string; key: string }, { id: string }>(
  "claim-begun",
  (p) => sql<{ id: string }>`select claim.id from claim_order claim
    where claim.order_id = ${p.orderId} and claim.idempotency_key = ${p.key}
      and claim.created_at > now() - interval '24 hours'
      and not exists (select 1 from tradewind.event told
        where told.name = 'claim.created' and told.entity_id = claim.id)
    order by claim.created_at desc limit 1`,
);

/** The claim that a request with this key has begun lately and not finished. */
export async function findBegunClaim(on: Connection, orderId: string, key: string): Promise<string | null> {
  const [found] = await begun(on, { orderId, key });
  return found?.id ?? null;
}

const told = compiledSql<{ id: string }, { id: string }>(
  "claim-told",
  (p) => sql<{ id: string }>`select id from tradewind.event
    where entity_id = ${p.id} and name = 'claim.created' limit 1`,
);

/** Whether a claim was finished: then it was announced. */
export async function isTold(tx: Tx, id: string): Promise<boolean> {
  return (await told(tx, { id })).length > 0;
}

const orderOf = compiledSql<{ id: string }, { orderId: string }>(
  "claim-order-id",
  (p) => sql<{ orderId: string }>`select order_id as "orderId" from claim_order where id = ${p.id}`,
);

/** Null when there is no such claim, or no longer. */
export async function findOrderOfClaim(on: Connection, id: string): Promise<string | null> {
  const [found] = await orderOf(on, { id });
  return found?.orderId ?? null;
}

// An address that the order has, too, is left to it.
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

/** A claim that could not be finished is deleted with its goods. Its return is deleted before. */
export async function deleteClaim(tx: Tx, id: string): Promise<void> {
  await deleteClaimItems(tx, id);
  await deleteLinesOf(tx, "claim", id);
  await removeOtherMethodsOfClaim(tx, id, []);
  await remove(tx, { id });
}
