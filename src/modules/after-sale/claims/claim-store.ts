import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { deleteClaimRow, insertClaimRow, type NewClaim } from "../../orders/exchange-rows/index.ts";
import { insertAddresses } from "../../people/addresses/index.ts";
import type { Line } from "../../selling/carts/index.ts";
import { deleteLinesOf, insertLines, insertLineTaxes } from "../../selling/line-items/index.ts";
import {
  assignMethodsToClaim,
  insertShippingMethods,
  removeOtherMethodsOfClaim,
} from "../../selling/shipping-methods/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import { isRateOfProduct, regionTaxLine, taxLinesWhere } from "../../shop/taxes/index.ts";
import type { ReturnShipping } from "../returns/index.ts";
import { deleteClaimItems } from "./claim-item-store.ts";

interface VariantRates {
  variantId: string;
  productId: string;
  rates: TaxLine[];
}

const rates = compiledSql<{ variants: string[]; regionId: string }, VariantRates>(
  "claim-line-rates",
  (p) => sql<VariantRates>`
    select piece.id as "variantId", piece.product_id as "productId",
      coalesce(${sql.raw(taxLinesWhere(`rate.region_id = home.id and ${isRateOfProduct("goods")}`))},
        json_build_array(${sql.raw(regionTaxLine("home"))})) as rates
    from product_variant piece join product goods on goods.id = piece.product_id
    join region home on home.id = ${p.regionId}
    where piece.id = any(${p.variants})`,
);

/** The products of variants, and their tax rates in a region. */
export async function ratesOfVariants(
  on: Connection,
  regionId: string,
  variants: readonly string[],
): Promise<Map<string, VariantRates>> {
  const rows = await rates(on, { regionId, variants: [...variants] });
  return new Map(rows.map((row) => [row.variantId, row]));
}

export interface TaxedLine extends Line {
  tax_lines: readonly TaxLine[];
}

export async function insertClaimLines(tx: Tx, claimId: string, lines: readonly TaxedLine[]): Promise<void> {
  await insertLines(tx, { claim_order_id: claimId }, lines);
  await insertLineTaxes(
    tx,
    lines.flatMap(({ id: item_id, tax_lines }) => tax_lines.map((rate) => ({ ...rate, item_id }))),
  );
}

interface ClaimMethods {
  claimId: string;
  orderId: string;
  /** Existing methods of the order or of the claim. */
  ids: readonly string[];
  added: readonly ReturnShipping[];
}

/** Replaces the shipping methods of the claim. */
export async function replaceClaimMethods(
  tx: Tx,
  { claimId, orderId, ids, added }: ClaimMethods,
): Promise<void> {
  await removeOtherMethodsOfClaim(tx, claimId, ids);
  const found = await assignMethodsToClaim(tx, { claimId, orderId, ids });
  const missing = ids.find((id) => !found.includes(id));
  if (missing !== undefined) throw notFound("Shipping method", missing);
  await insertShippingMethods(tx, { claim_order_id: claimId }, added);
}

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

/** A recent claim of a request with this key that is not finished yet. */
export async function findBegunClaim(on: Connection, orderId: string, key: string): Promise<string | null> {
  const [found] = await begun(on, { orderId, key });
  return found?.id ?? null;
}

const announced = compiledSql<{ id: string }, { id: string }>(
  "claim-announced",
  (p) => sql<{ id: string }>`select id from tradewind.event
    where entity_id = ${p.id} and name = 'claim.created' limit 1`,
);

/** A claim is announced when it is finished. */
export async function isAnnounced(tx: Tx, id: string): Promise<boolean> {
  return (await announced(tx, { id })).length > 0;
}

const orderOf = compiledSql<{ id: string }, { orderId: string }>(
  "claim-order-id",
  (p) => sql<{ orderId: string }>`select order_id as "orderId" from claim_order where id = ${p.id}`,
);

export async function findOrderOfClaim(on: Connection, id: string): Promise<string | null> {
  const [found] = await orderOf(on, { id });
  return found?.orderId ?? null;
}

/** `address`: only if it differs from that of the order. */
export async function insertClaim(
  tx: Tx,
  claim: NewClaim,
  address: (ClaimAddress & { id: string }) | null,
): Promise<void> {
  if (address) await insertAddresses(tx, [address]);
  await insertClaimRow(tx, claim);
}

/** Deletes a claim that could not be finished. The caller has already deleted its return. */
export async function deleteClaim(tx: Tx, id: string): Promise<void> {
  await deleteClaimItems(tx, id);
  await deleteLinesOf(tx, "claim", id);
  await removeOtherMethodsOfClaim(tx, id, []);
  await deleteClaimRow(tx, id);
}
