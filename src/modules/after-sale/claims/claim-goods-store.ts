import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { Line } from "../../selling/carts/index.ts";
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

const insert = compiledReturningWrite<{ claimId: string; lines: string; taxes: string }, unknown>(
  "claim-lines-insert",
  { inserts: ["line_item_tax_line", "line_item"] },
  (p) => sql`
    with taxed as (insert into line_item_tax_line (id, item_id, rate, name, code)
      select id, item_id, rate, name, code from jsonb_to_recordset(${p.taxes}::jsonb)
        as sent(id varchar, item_id varchar, rate real, name varchar, code varchar))
    insert into line_item (id, claim_order_id, variant_id, title, description, thumbnail, unit_price, quantity,
      includes_tax, allow_discounts, is_giftcard, metadata, should_merge, created_at)
    select id, ${p.claimId}, variant_id, title, description, thumbnail, unit_price, quantity, includes_tax,
      allow_discounts, is_giftcard, metadata, true, clock_timestamp()
    from jsonb_to_recordset(${p.lines}::jsonb) as sent(id varchar, variant_id varchar, title varchar,
      description varchar, thumbnail varchar, unit_price integer, quantity integer, includes_tax boolean,
      allow_discounts boolean, is_giftcard boolean, metadata jsonb)`,
);

export interface TaxedLine extends Line {
  tax_lines: readonly TaxLine[];
}

/** What is sent to make up for something. */
export async function insertClaimLines(tx: Tx, claimId: string, lines: readonly TaxedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const taxes = lines.flatMap(({ id: item_id, tax_lines }) =>
    tax_lines.map((rate) => ({ ...rate, id: newId("litl"), item_id })),
  );
  await insert(tx, { claimId, lines: JSON.stringify(lines), taxes: JSON.stringify(taxes) });
}

const addMethods = compiledReturningWrite<{ claimId: string; methods: string }, unknown>(
  "claim-methods-insert",
  { inserts: ["shipping_method"] },
  (p) => sql`insert into shipping_method (id, claim_order_id, shipping_option_id, price, includes_tax, data)
    select id, ${p.claimId}, shipping_option_id, price, includes_tax, data
    from jsonb_to_recordset(${p.methods}::jsonb) as sent(id varchar, shipping_option_id varchar, price integer,
      includes_tax boolean, data jsonb)`,
);

const takeMethods = compiledReturningWrite<
  { claimId: string; orderId: string; ids: string[] },
  { id: string }
>(
  "claim-methods-take",
  { updates: ["shipping_method"] },
  (p) => sql<{ id: string }>`update shipping_method set claim_order_id = ${p.claimId}
    where id = any(${p.ids}) and (order_id = ${p.orderId} or claim_order_id = ${p.claimId})
    returning id`,
);

// A method that nothing else has is gone; the order's own is left to it.
const dropMethods = compiledReturningWrite<{ claimId: string; kept: string[] }, unknown>(
  "claim-methods-drop",
  { updates: ["shipping_method"], deletes: ["shipping_method"] },
  (p) => sql`
    with left_alone as (update shipping_method set claim_order_id = null
      where claim_order_id = ${p.claimId} and order_id is not null and not (id = any(${p.kept})))
    delete from shipping_method
    where claim_order_id = ${p.claimId} and order_id is null and not (id = any(${p.kept}))`,
);

export interface ClaimMethods {
  claimId: string;
  orderId: string;
  /** Methods that are there: of the order, or of the claim itself. */
  ids: readonly string[];
  added: readonly ReturnShipping[];
}

/** The goods of a claim are sent by exactly these methods. */
export async function putClaimMethods(tx: Tx, { claimId, orderId, ids, added }: ClaimMethods): Promise<void> {
  await dropMethods(tx, { claimId, kept: [...ids] });
  const taken = await takeMethods(tx, { claimId, orderId, ids: [...ids] });
  const missing = ids.find((id) => !taken.some((method) => method.id === id));
  if (missing !== undefined) throw notFound("Shipping method", missing);
  if (added.length > 0) await addMethods(tx, { claimId, methods: JSON.stringify(added) });
}
