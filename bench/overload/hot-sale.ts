import { makeShop, type Shop } from "../checkout/shop.ts";
import type { System } from "../compare/systems.ts";
import { visit } from "../compare/systems.ts";
import { LoadClient } from "../support/client.ts";
import type { Launched } from "../support/launch.ts";
import { buy, type Visit, visitors } from "./visitor.ts";

export interface Sale {
  buyers: number;
  pieces: number;
  seconds: number;
  /** Checkouts a second of other goods. */
  normal: number;
  /** Seconds of these alone, before the sale. */
  before: number;
}

export interface SaleResult {
  /** Other checkouts, before and during the sale. */
  before: Visit[];
  during: Visit[];
  buyers: Visit[];
  /** Orders of the article on sale, as the shop counts them, and the pieces that are left. */
  orders: number;
  left: number;
}

const OTHERS = 50;

/** Everybody wants one article, while others buy other goods as every day. */
export async function hotSale(system: System, sale: Sale): Promise<SaleResult> {
  const launched: Launched = await system.start();
  const { visitor, admin } = await visit(system.url);
  const crowd = new LoadClient(system.url);
  const others = new LoadClient(system.url);
  try {
    const shop = await makeShop(admin, {
      run: "hot sale",
      products: [productFor("on sale", sale.pieces), ...normalProducts()],
    });
    const normal = (seconds: number) =>
      visitors({ count: Math.round(seconds * sale.normal), seconds }, (number) =>
        buy(others, shop, shop.variantIds[1 + (number % OTHERS)]!),
      );
    await normal(Math.min(10, sale.before));
    const before = await normal(sale.before);
    const [during, buyers] = await Promise.all([
      normal(sale.seconds),
      visitors({ count: sale.buyers, seconds: sale.seconds }, () => buy(crowd, shop, shop.variantIds[0]!)),
    ]);
    return { before, during, buyers, ...(await soldOf(admin, shop)) };
  } finally {
    for (const client of [visitor, admin, crowd, others]) client.close();
    await launched.stop();
  }
}

async function soldOf(admin: LoadClient, shop: Shop): Promise<{ orders: number; left: number }> {
  const { product } = await admin.get(`/admin/products/${shop.productIds[0]}`);
  let orders = 0;
  for (let offset = 0; ; offset += 100) {
    const page = await admin.get(`/admin/orders?limit=100&offset=${offset}&expand=items`);
    const sold = page.orders.filter(({ items }: { items: { variant_id: string }[] }) =>
      items.some(({ variant_id }) => variant_id === shop.variantIds[0]),
    );
    orders += sold.length;
    if (page.orders.length < 100) break;
  }
  return { orders, left: product.variants[0].inventory_quantity };
}

export const normalProducts = () =>
  Array.from({ length: OTHERS }, (_, index) => productFor(`normal ${index + 1}`, 1_000_000));

const productFor = (name: string, pieces: number) => ({
  title: `Article ${name}`,
  status: "published",
  options: [{ title: "Size" }],
  variants: [
    {
      title: "M",
      options: [{ value: "M" }],
      inventory_quantity: pieces,
      manage_inventory: true,
      prices: [{ currency_code: "usd", amount: 1995 }],
    },
  ],
});
