import type { TestShop } from "../fixtures/shop.ts";

let made = 0;

export interface ShownPrice {
  id: string;
  amount: number;
  currency_code: string;
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
}

export interface ShownVariant {
  id: string;
  title: string;
  sku: string | null;
  variant_rank: number;
  inventory_quantity: number;
  options: { id: string; option_id: string; value: string }[];
  prices: ShownPrice[];
}

export interface ShownProduct {
  id: string;
  title: string;
  handle: string;
  thumbnail: string | null;
  type_id: string | null;
  metadata: Record<string, unknown> | null;
  options: { id: string; title: string; values: { variant_id: string; value: string }[] }[];
  variants: ShownVariant[];
  tags: { id: string; value: string }[];
  images: { id: string; url: string }[];
  sales_channels: { id: string }[];
  categories: { id: string }[];
}

/** A word that no other product of the tests has. */
export const aWord = () => `word${++made}x`;

export async function aProduct(
  { admin }: Pick<TestShop, "admin">,
  input: Record<string, unknown> = {},
): Promise<ShownProduct> {
  const { status, body } = await admin.post("/admin/products", { title: `Product ${++made}`, ...input });
  if (status !== 200) throw new Error(body.message);
  return body.product;
}

export const shownProduct = async (shop: TestShop, id: string): Promise<ShownProduct> =>
  (await shop.admin.get(`/admin/products/${id}`)).body.product;

export const usd = (amount: number, details: Record<string, unknown> = {}) => ({
  currency_code: "usd",
  amount,
  ...details,
});

/** Sizes and colours: a small red, a large red. */
export const aShirt = (shop: TestShop, input: Record<string, unknown> = {}) =>
  aProduct(shop, {
    options: [{ title: "Size" }, { title: "Colour" }],
    variants: [
      { title: "S red", prices: [usd(1000)], options: [{ value: "S" }, { value: "red" }] },
      { title: "L red", prices: [usd(1200)], options: [{ value: "L" }, { value: "red" }] },
    ],
    ...input,
  });

/** The amounts of a variant by currency or region. */
export const amounts = (prices: ShownPrice[]) =>
  Object.fromEntries(prices.map((price) => [price.region_id ?? price.currency_code, price.amount]));

export const countRows = async (shop: TestShop, table: string): Promise<number> => {
  const [row] = await shop.db.run<{ count: number }>({
    text: `select count(*) as count from "${table}"`,
    values: [],
  });
  return row!.count;
};

/** Everything that creating or changing a product writes. */
const tables = [
  "product",
  "product_variant",
  "product_option",
  "product_option_value",
  "money_amount",
  "product_variant_money_amount",
  "product_type",
  "product_tag",
  "image",
  "inventory_item",
  "tradewind.event",
];

export const rowCounts = async (shop: TestShop) => {
  const counts = tables.map((table) => countRows(shop, table.replace(".", '"."')));
  return Object.fromEntries((await Promise.all(counts)).map((count, index) => [tables[index], count]));
};
