import type { RunSql } from "./search-path.ts";

/** Sums that a bookkeeper would compare. Each is one text. */
const TOTALS = {
  orders: `select count(*)::text as total from public."order"`,
  products: "select count(*)::text as total from public.product where deleted_at is null",
  "line items": `select concat(count(*), ' lines, ', coalesce(sum(unit_price::bigint * quantity), 0)) as total from public.line_item`,
  payments: `select concat(count(*), ' payments, ', coalesce(sum(amount), 0), ', refunded ', coalesce(sum(amount_refunded), 0)) as total
    from public.payment`,
  refunds: `select concat(count(*), ' refunds, ', coalesce(sum(amount), 0)) as total from public.refund`,
  "gift cards": `select concat(count(*), ' cards, ', coalesce(sum(value), 0), ', left ', coalesce(sum(balance), 0)) as total
    from public.gift_card`,
  "gift card payments": `select concat(count(*), ' payments, ', coalesce(sum(amount), 0)) as total
    from public.gift_card_transaction`,
};

export type ShopTotals = Record<keyof typeof TOTALS, string>;

export async function shopTotals(query: RunSql): Promise<ShopTotals> {
  const totals: Partial<ShopTotals> = {};
  for (const [name, statement] of Object.entries(TOTALS)) {
    const { rows } = await query(statement);
    totals[name as keyof ShopTotals] = (rows[0] as { total: string }).total;
  }
  return totals as ShopTotals;
}

/** The first difference, for people; null if there is none. */
export function differentTotal(before: ShopTotals, after: ShopTotals): string | null {
  const name = (Object.keys(TOTALS) as (keyof ShopTotals)[]).find((each) => before[each] !== after[each]);
  return name ? `The ${name} differ: ${before[name]} before, ${after[name]} after.` : null;
}
