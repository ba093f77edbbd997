import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { Line } from "../../selling/carts/index.ts";
import { insertLines, insertLineTaxes } from "../../selling/line-items/index.ts";
import {
  assignMethodsToClaim,
  insertShippingMethods,
  removeOtherMethodsOfClaim,
} from "../../selling/shipping-methods/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import { isRateOfProduct, regionTaxLine, taxLinesWhere } from "../../shop/taxes/index.ts";
import type { ReturnShipping } from "../returns/index.ts";

const rates = compiledSql<{ variants: string[]; regionId: string }, { variantId: string; rates: TaxLine[] }>(
  "claim-line-rates",
  (p) => sql<{ variantId: string; rates: TaxLine[] }>`
    select piece.id as "variantId",
      coalesce(${sql.raw(taxLinesWhere(`rate.region_id = home.id and ${isRateOfProduct("goods")}`))},
        json_build_array(${sql.raw(regionTaxLine("home"))})) as rates
    from product_variant piece join product goods on goods.id = piece.product_id
    join region home on home.id = ${p.regionId}
    where piece.id = any(${p.variants})`,
);

/** The rates that the shop has set for variants in a region. */
export async function ratesOfVariants(
  on: Connection,
  regionId: string,
  variants: readonly string[],
): Promise<Map<string, TaxLine[]>> {
  const rows = await rates(on, { regionId, variants: [...variants] });
  return new Map(rows.map((row) => [row.variantId, row.rates]));
}

export interface TaxedLine extends Line {
  tax_lines: readonly TaxLine[];
}

/** What is sent to make up for something. */
export async function insertClaimLines(tx: Tx, claimId: string, lines: readonly TaxedLine[]): Promise<void> {
  await insertLines(tx, { claim_order_id: claimId }, lines);
  await insertLineTaxes(
    tx,
    lines.flatMap(({ id: item_id, tax_lines }) => tax_lines.map((rate) => ({ ...rate, item_id }))),
  );
}

export interface ClaimMethods {
  claimId: string;
  orderId: string;
  /** Methods that are there: of the order, or of the claim itself. */
  ids: readonly string[];
  added: readonly ReturnShipping[];
}

/** The goods of a claim are sent by exactly these methods. */
export async function putClaimMethods(tx: Tx, { claimId, orderId, ids, added }: ClaimMethods): Promise<void> {
  await removeOtherMethodsOfClaim(tx, claimId, ids);
  const found = await assignMethodsToClaim(tx, { claimId, orderId, ids });
  const missing = ids.find((id) => !found.includes(id));
  if (missing !== undefined) throw notFound("Shipping method", missing);
  await insertShippingMethods(tx, { claim_order_id: claimId }, added);
}
