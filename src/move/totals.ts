import type pg from "pg";
import { MoveProblem, rowsOf, type Sides } from "./connection.ts";

/** Sums that a bookkeeper would compare. Each is one text. */
const TOTALS = {
  orders: `select count(*)::text as total from public."order"`,
  products: "select count(*)::text as total from public.product where deleted_at is null",
  "line items": `select concat(count(*), ' lines, ', sum(unit_price::bigint * quantity)) as total from public.line_item`,
  payments: `select concat(count(*), ' payments, ', sum(amount), ', refunded ', sum(amount_refunded)) as total
    from public.payment`,
  refunds: `select concat(count(*), ' refunds, ', sum(amount)) as total from public.refund`,
  "gift cards": `select concat(count(*), ' cards, ', sum(value), ', left ', sum(balance)) as total
    from public.gift_card`,
  "gift card payments": `select concat(count(*), ' payments, ', sum(amount)) as total
    from public.gift_card_transaction`,
};

export interface Totals {
  orders: string;
  products: string;
}

async function totalOf(client: pg.Client, statement: string): Promise<string> {
  const [row] = await rowsOf<{ total: string }>(client, statement);
  return row!.total;
}

/** Compares the sums of both sides. */
export async function compareTotals({ source, target }: Sides): Promise<Totals> {
  const totals: Record<string, string> = {};
  for (const [name, statement] of Object.entries(TOTALS)) {
    const [before, after] = [await totalOf(source, statement), await totalOf(target, statement)];
    if (before !== after)
      throw new MoveProblem(`The ${name} differ: ${before} before, ${after} after the move.`);
    totals[name] = before;
  }
  return totals as unknown as Totals;
}
