import { aPlace } from "../factories/carts.ts";
import { anOrder } from "../factories/orders.ts";
import { aSoldVariant } from "../factories/sold-products.ts";
import type { FuzzShop } from "./fuzz-shop.ts";

/** What no longer works after all that was done; nothing, if the shop is still a shop. */
export async function healthFaults(shop: FuzzShop): Promise<string[]> {
  const faults: string[] = [];
  for (const path of ["/health", "/ready", "/store/products", "/store/regions"]) {
    const { status } = await shop.visitor().get(path);
    if (status !== 200) faults.push(`${path} answers ${status} at the end`);
  }
  try {
    await shop.admin.post("/admin/store/currencies/usd");
    const place = await aPlace(shop);
    await anOrder(shop.visitor(), {
      place,
      variantId: await aSoldVariant(shop, { product: { title: "The last one" } }),
      email: "last@example.com",
    });
  } catch (error) {
    faults.push(`nothing can be bought at the end: ${(error as Error).message}`);
  }
  return faults;
}
