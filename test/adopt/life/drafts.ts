import type { Body } from "../api.ts";
import { addressIn } from "./people.ts";
import type { Shop } from "./shop.ts";

async function aDraft(shop: Shop, number: number, more: object = {}): Promise<Body> {
  const region = shop.regions[number % 4]!;
  const { draft_order } = await shop.admin.post("/admin/draft-orders", {
    email: `draft${number}@example.com`,
    region_id: region.id,
    items: [
      { variant_id: shop.variantIds[number % shop.variantIds.length], quantity: 2 },
      { title: "Made to measure", unit_price: 4321, quantity: 1, metadata: { drawing: 7 } },
    ],
    shipping_methods: [{ option_id: region.delivery, price: 250 + number }],
    shipping_address: addressIn(region.country, number),
    billing_address: addressIn(region.country, number + 1),
    ...more,
  });
  return draft_order;
}

/** Open ones, paid ones, changed ones and a deleted one. */
export async function draftOrders(shop: Shop): Promise<void> {
  const { admin, customers } = shop;
  for (let number = 0; number < 8; number++) {
    const customer = customers[number]!;
    const draft = await aDraft(shop, number, {
      ...(number % 2 === 0 && { customer_id: customer.id, email: customer.email }),
      ...(number % 3 === 0 && { discounts: [{ code: "TENPERCENT" }] }),
      ...(number % 4 === 0 && { no_notification_order: true }),
    });
    const at = `/admin/draft-orders/${draft.id}`;
    if (number % 4 === 3)
      await admin.post(`${at}/line-items`, { variant_id: shop.variantIds[1], quantity: 1, unit_price: 555 });
    if (number % 2 === 1) await admin.post(`${at}/pay`);
  }
  const gone = await aDraft(shop, 9);
  await admin.delete(`/admin/draft-orders/${gone.id}`);
}
