import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aCart, addLine, aPlace } from "../support/factories/carts.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

const { it, shop } = withShop(() => startShop({ TRADEWIND_CACHE: "1" }));

/** What the process has in its caches, after it has read all kinds of data twice. */
async function cachedAt(client: Client, { cartId, regionId }: { cartId: string; regionId: string }) {
  for (let round = 0; round < 2; round++) {
    for (const path of [`carts/${cartId}`, `products?region_id=${regionId}`]) {
      expect((await client.get(`/store/${path}`)).status).toBe(200);
    }
  }
  const { body } = await client.get("/metrics");
  const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)`, "m").exec(body)?.[1]);
  return {
    documents: figure("tradewind_document_cache_bytes"),
    carts: figure('tradewind_cached_rows\\{cache="carts"\\}'),
    referenceData: figure('tradewind_cached_rows\\{cache="reference_data"\\}'),
  };
}

describe("the caches of a process", () => {
  it("are counted in the metrics, and TRADEWIND_CACHE=0 turns all of them off", async () => {
    const { id: regionId } = await aPlace(shop);
    const { variantId } = await aSoldProduct(shop);
    const cart = await aCart(shop.visitor(), { region_id: regionId });
    await addLine(shop.visitor(), cart.id, variantId);
    const cached = await cachedAt(shop.visitor(), { cartId: cart.id, regionId });
    for (const size of Object.values(cached)) expect(size).toBeGreaterThan(0);

    const plain = await anotherProcess(shop, { TRADEWIND_CACHE: "0" });
    try {
      const uncached = await cachedAt(plain.visitor(), { cartId: cart.id, regionId });
      expect(uncached).toEqual({ documents: 0, carts: 0, referenceData: 0 });
    } finally {
      await plain.close();
    }
  });
});
