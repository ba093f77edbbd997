import type { Body } from "../api.ts";
import type { Shop } from "./shop.ts";

type Fate = (shop: Shop, order: Body) => Promise<void>;

/** An edit that makes the order dearer by one line, or cheaper by some pieces. */
async function anEdit({ admin, variantIds }: Shop, order: Body, isDearer: boolean): Promise<string> {
  const { order_edit } = await admin.post("/admin/order-edits", {
    order_id: order.id,
    internal_note: "By phone",
  });
  const at = `/admin/order-edits/${order_edit.id}`;
  if (isDearer) await admin.post(`${at}/items`, { variant_id: variantIds[6], quantity: 2 });
  else {
    const { order_edit: copied } = await admin.get(at);
    await admin.post(`${at}/items/${copied.items[0].id}`, { quantity: 1 });
    await admin.delete(`${at}/items/${copied.items[1].id}`);
  }
  return order_edit.id;
}

const requested = async (shop: Shop, order: Body, isDearer = true): Promise<Body> => {
  const id = await anEdit(shop, order, isDearer);
  return (await shop.admin.post(`/admin/order-edits/${id}/request`)).order_edit;
};

async function payCollection({ visitor }: Shop, id: string): Promise<void> {
  const at = `/store/payment-collections/${id}/sessions`;
  const { payment_collection } = await visitor.post(at, { provider_id: "manual" });
  await visitor.post(`${at}/${payment_collection.payment_sessions[0].id}/authorize`);
}

export const edits: Record<string, Fate> = {
  "edit begun": async (shop, order) => void (await anEdit(shop, order, true)),
  "edit requested": async (shop, order) => void (await requested(shop, order)),
  "edit that makes it cheaper": async (shop, order) => {
    const { id } = await requested(shop, order, false);
    await shop.admin.post(`/admin/order-edits/${id}/confirm`);
  },
  "edit declined": async (shop, order) => {
    const { id } = await requested(shop, order);
    await shop.visitor.post(`/store/order-edits/${id}/decline`, { declined_reason: "Too dear" });
  },
  "edit called off": async (shop, order) => {
    const { id } = await requested(shop, order);
    await shop.admin.post(`/admin/order-edits/${id}/cancel`);
  },
  "edit paid by the customer": async (shop, order) => {
    const { id, payment_collection_id: collection } = await requested(shop, order);
    // A gift card that paid for the order pays for the edit too.
    if (collection) await payCollection(shop, collection);
    await shop.visitor.post(`/store/order-edits/${id}/complete`);
  },
  "edit confirmed by the office": async (shop, order) => {
    await shop.admin.post(`/admin/orders/${order.id}/capture`);
    const { id } = await requested(shop, order);
    await shop.admin.post(`/admin/order-edits/${id}/confirm`);
  },
};
