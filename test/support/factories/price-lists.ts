import type { TestShop } from "../fixtures/shop.ts";
import { aRegion } from "./regions.ts";

let made = 0;

export interface Price {
  id: string;
  amount: number;
  currency_code: string;
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
  variant_id: string;
}

export interface PriceList {
  id: string;
  name: string;
  status: string;
  updated_at: string;
  prices: Price[];
  customer_groups: { id: string }[];
}

export const listDetails = (details: Record<string, unknown> = {}) => ({
  name: `List ${++made}`,
  description: "prices of the tests",
  type: "sale",
  prices: [],
  ...details,
});

export async function aPriceList(shop: TestShop, details: Record<string, unknown> = {}): Promise<PriceList> {
  const { status, body } = await shop.admin.post("/admin/price-lists", listDetails(details));
  if (status !== 200) throw new Error(body.message);
  return body.price_list;
}

export async function readList(shop: TestShop, id: string): Promise<PriceList> {
  return (await shop.admin.get(`/admin/price-lists/${id}`)).body.price_list;
}

/** A price in dollars. */
export const dollars = (variantId: string, amount: number, details: Record<string, unknown> = {}) => ({
  variant_id: variantId,
  currency_code: "usd",
  amount,
  ...details,
});

/** Amounts in the order in which the prices came. */
export const amountsOf = (list: { prices: Price[] }) => list.prices.map(({ amount }) => amount);

/** How many rows a list has in the database, deleted or not: amounts, and links of amounts that once were in it. */
export async function priceRows(shop: TestShop, priceIds: string[]) {
  const [row] = await shop.db.run<{ amounts: number; links: number }>({
    text: `select (select count(*)::int from money_amount where id = any($1)) as amounts,
      (select count(*)::int from product_variant_money_amount where money_amount_id = any($1)) as links`,
    values: [priceIds],
  });
  return row!;
}

export const deleteSoftly = (shop: TestShop, table: "product" | "product_variant" | "region", id: string) =>
  shop.db.run({ text: `update ${table} set deleted_at = now() where id = $1`, values: [id] });

/** A region whose currency is not the one the shop began with. */
export async function aEuroRegion(shop: TestShop) {
  await shop.admin.post("/admin/store/currencies/eur");
  return aRegion(shop, { currency_code: "eur" });
}
