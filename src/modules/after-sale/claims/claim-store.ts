import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { ClaimType } from "./claim.ts";

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

const insert = compiledReturningWrite<{ claim: string; addresses: string }, unknown>(
  "claim-insert",
  { inserts: ["address", "claim_order"] },
  (p) => sql`
    with sent_to as (
      insert into address (id, first_name, last_name, phone, company, address_1, address_2, city, country_code,
        province, postal_code, metadata)
      select id, first_name, last_name, phone, company, address_1, address_2, city, country_code, province,
        postal_code, metadata
      from jsonb_to_recordset(${p.addresses}::jsonb) as sent(id varchar, first_name varchar, last_name varchar,
        phone varchar, company varchar, address_1 varchar, address_2 varchar, city varchar, country_code varchar,
        province varchar, postal_code varchar, metadata jsonb))
    insert into claim_order (id, order_id, type, payment_status, refund_amount, shipping_address_id,
      no_notification, metadata, idempotency_key)
    select id, order_id, type::claim_order_type_enum, payment_status::claim_order_payment_status_enum,
      refund_amount, shipping_address_id, no_notification, metadata, idempotency_key
    from jsonb_to_record(${p.claim}::jsonb) as sent(id varchar, order_id varchar, type text, payment_status text,
      refund_amount integer, shipping_address_id varchar, no_notification boolean, metadata jsonb,
      idempotency_key varchar)`,
);

/** With the address that it goes to, where it goes somewhere else than the order. */
export async function insertClaim(
  tx: Tx,
  claim: NewClaim,
  address: (ClaimAddress & { id: string }) | null,
): Promise<void> {
  await refusing(
    insert(tx, { claim: JSON.stringify(claim), addresses: JSON.stringify(address ? [address] : []) }),
    {
      foreignKey: () =>
        new Refusal("not_found", `Country with country_code ${address?.country_code} does not exist.`),
    },
  );
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

// Addresses and methods that the order has, too, are left to it.
const remove = compiledReturningWrite<{ id: string }, unknown>(
  "claim-delete",
  {
    updates: ["shipping_method"],
    deletes: [
      "claim_item_tags",
      "claim_image",
      "claim_item",
      "line_item_tax_line",
      "line_item",
      "shipping_method",
      "address",
      "claim_order",
    ],
  },
  (p) => sql`
    with items as (select id from claim_item where claim_order_id = ${p.id}),
    lines as (select id from line_item where claim_order_id = ${p.id}),
    tags as (delete from claim_item_tags where item_id in (select id from items)),
    images as (delete from claim_image where claim_item_id in (select id from items)),
    claimed as (delete from claim_item where claim_order_id = ${p.id}),
    taxes as (delete from line_item_tax_line where item_id in (select id from lines)),
    sent as (delete from line_item where claim_order_id = ${p.id}),
    kept as (update shipping_method set claim_order_id = null
      where claim_order_id = ${p.id} and order_id is not null),
    methods as (delete from shipping_method where claim_order_id = ${p.id} and order_id is null),
    goal as (delete from address using claim_order claim join "order" sold on sold.id = claim.order_id
      where claim.id = ${p.id} and address.id = claim.shipping_address_id
        and address.id is distinct from sold.shipping_address_id)
    delete from claim_order where id = ${p.id}`,
);

/** A claim that could not be kept, as if it had never been. Its return is deleted before. */
export async function deleteClaim(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}
