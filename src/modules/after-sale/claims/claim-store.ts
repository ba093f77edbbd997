import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { deleteClaimRow, insertClaimRow, type NewClaim } from "../../orders/exchanges/index.ts";
import { insertAddresses } from "../../people/addresses/index.ts";
import { deleteLinesOf } from "../../selling/line-items/index.ts";
import { removeOtherMethodsOfClaim } from "../../selling/shipping-methods/index.ts";
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
      and not exists (select 1 from tradewind.event announced
        where announced.name = 'claim.created' and announced.entity_id = claim.id)
    order by claim.created_at desc limit 1`,
);

/** The claim that a request with this key has begun lately and not finished. */
export async function findBegunClaim(on: Connection, orderId: string, key: string): Promise<string | null> {
  const [found] = await begun(on, { orderId, key });
  return found?.id ?? null;
}

const announced = compiledSql<{ id: string }, { id: string }>(
  "claim-announced",
  (p) => sql<{ id: string }>`select id from tradewind.event
    where entity_id = ${p.id} and name = 'claim.created' limit 1`,
);

/** Whether a claim was finished: then it was announced. */
export async function isAnnounced(tx: Tx, id: string): Promise<boolean> {
  return (await announced(tx, { id })).length > 0;
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

/** With the address that its goods are sent to, where that is another than the order's. */
export async function insertClaim(
  tx: Tx,
  claim: NewClaim,
  address: (ClaimAddress & { id: string }) | null,
): Promise<void> {
  if (address) await insertAddresses(tx, [address]);
  await insertClaimRow(tx, claim);
}

/** A claim that could not be finished is deleted with its goods. Its return is deleted before. */
export async function deleteClaim(tx: Tx, id: string): Promise<void> {
  await deleteClaimItems(tx, id);
  await deleteLinesOf(tx, "claim", id);
  await removeOtherMethodsOfClaim(tx, id, []);
  await deleteClaimRow(tx, id);
}
