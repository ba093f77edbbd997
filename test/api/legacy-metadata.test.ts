import { describe, expect } from "vitest";
import { aPayableCart, aPlace, complete, type Place } from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

/** What v1 and its plugins have written where an object is expected. */
const VALUES = ['"a text"', "[1, null, {}]", "null", '{"a": null, "b": [{"c": null}], "": ""}'];

let place: Place;
let variantId: string;

it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop, { stock: 100 });
});

async function tablesWithMetadata(): Promise<string[]> {
  const rows = await shop.db.run<{ name: string }>({
    text: `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'metadata' and table_type = 'BASE TABLE' and data_type = 'jsonb'`,
    values: [],
  });
  return rows.map(({ name }) => name);
}

const ADMIN_PATHS =
  `products variants collections product-categories customers customer-groups orders draft-orders discounts
  gift-cards regions returns swaps shipping-options shipping-profiles users store currencies sales-channels price-lists
  reservations inventory-items stock-locations order-edits notes return-reasons tax-rates invites batch-jobs`.split(
    /\s+/,
  );

describe.each(VALUES)("metadata %s of v1", (value) => {
  it("is shown everywhere, and stops neither a checkout nor a change", async () => {
    const shopper = await aShopper(shop);
    const cart = await aPayableCart(shopper.browser, { place, variantId });
    const placed = (
      await complete(shop.visitor(), (await aPayableCart(shop.visitor(), { place, variantId })).id)
    ).body.data;
    for (const table of await tablesWithMetadata())
      await shop.db.run({ text: `update "${table}" set metadata = $1::jsonb`, values: [value] });
    const failed: string[] = [];
    const look = async (
      client: { get(path: string): Promise<{ status: number; body: unknown }> },
      path: string,
    ) => {
      const { status, body } = await client.get(path);
      if (status !== 200) failed.push(`${path} ${status} ${JSON.stringify(body).slice(0, 200)}`);
    };
    for (const path of ADMIN_PATHS) await look(shop.admin, `/admin/${path}`);
    const { body } = await shop.visitor().get("/store/products");
    await look(shop.visitor(), "/store/products");
    await look(shop.visitor(), `/store/products/${body.products[0].id}`);
    await look(shop.visitor(), "/store/regions");
    await look(shop.visitor(), "/store/collections");
    await look(shop.visitor(), "/store/shipping-options");
    await look(shop.admin, `/admin/orders/${placed.id}`);
    await look(shop.visitor(), `/store/orders/${placed.id}`);
    await look(shopper.browser, "/store/customers/me");
    await look(shopper.browser, "/store/customers/me/orders");
    await look(shop.visitor(), `/store/carts/${cart.id}`);
    expect(failed).toEqual([]);

    const changed = await shop.admin.post(`/admin/orders/${placed.id}`, { metadata: { seen: "yes" } });
    expect(changed.status).toBe(200);
    expect(changed.body.order.metadata).toMatchObject({ seen: "yes" });
    expect(Object.keys(changed.body.order.metadata)).not.toContain("0");
    const me = await shopper.browser.post("/store/customers/me", { metadata: { seen: "yes" } });
    expect(me.body.customer?.metadata).toMatchObject({ seen: "yes" });
    const filled = await shopper.browser.post(`/store/carts/${cart.id}/line-items`, {
      variant_id: variantId,
      quantity: 1,
    });
    expect(filled.status).toBe(200);
    await shopper.browser.post(`/store/carts/${cart.id}/payment-sessions`);
    const done = await complete(shopper.browser, cart.id);
    expect(done.body.type).toBe("order");
  });
});
