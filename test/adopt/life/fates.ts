import type { Body } from "../api.ts";
import { edits } from "./edits.ts";
import type { Shop } from "./shop.ts";

/** What becomes of an order after it was placed. */
export type Fate = (shop: Shop, order: Body) => Promise<void>;

export const whole = ({ items }: Body) => items.map(({ id, quantity }: Body) => ({ item_id: id, quantity }));
export const pieces = ({ items }: Body, quantity = 1) => [{ item_id: items[0].id, quantity }];
export const here = ({ locationId }: Shop) => (locationId ? { location_id: locationId } : {});

export const capture: Fate = async ({ admin }, { id }) => admin.post(`/admin/orders/${id}/capture`);

const refund = async ({ admin }: Shop, { id }: Body, amount: number, reason = "discount") =>
  admin.post(`/admin/orders/${id}/refund`, { amount, reason, note: "As agreed" });

export const fulfil = async (shop: Shop, order: Body, items = whole(order)): Promise<string> => {
  const { order: changed } = await shop.admin.post(`/admin/orders/${order.id}/fulfillment`, {
    items,
    ...here(shop),
  });
  // v1 promises no order of them either: the newest has the greatest id.
  const ids: string[] = changed.fulfillments.map(({ id }: Body) => id);
  return ids.sort().at(-1)!;
};

export const ship = async (shop: Shop, order: Body, items = whole(order)): Promise<void> => {
  const fulfillment_id = await fulfil(shop, order, items);
  const tracking_numbers = [`TRACK-${order.display_id}`];
  await shop.admin.post(`/admin/orders/${order.id}/shipment`, { fulfillment_id, tracking_numbers });
};

const cancelFulfillment = async (shop: Shop, order: Body): Promise<void> => {
  const id = await fulfil(shop, order);
  await shop.admin.post(`/admin/orders/${order.id}/fulfillments/${id}/cancel`);
};

const sent: Fate = async (shop, order) => {
  await capture(shop, order);
  await ship(shop, order);
};

const askReturn = async (shop: Shop, order: Body, more: object = {}): Promise<Body> => {
  await sent(shop, order);
  const items = [
    { ...pieces(order, 2)[0], reason_id: shop.reasonIds[order.display_id % 2], note: "It does not fit" },
  ];
  const { order: changed } = await shop.admin.post(`/admin/orders/${order.id}/return`, {
    items,
    ...here(shop),
    ...more,
  });
  return changed.returns.at(-1);
};

export const receive = (shop: Shop, { id }: Body, items: object[], more: object = {}) =>
  shop.admin.post(`/admin/returns/${id}/receive`, { items, ...here(shop), ...more });

const paidReturn = ({ region }: Body) => ({ return_shipping: { option_id: region.returning, price: 200 } });

const aSwap = async (shop: Shop, order: Body, { isDearer = true } = {}): Promise<Body> => {
  await sent(shop, order);
  const { order: changed } = await shop.admin.post(`/admin/orders/${order.id}/swaps`, {
    return_items: pieces(order, isDearer ? 1 : 2),
    additional_items: [{ variant_id: shop.variantIds[isDearer ? 12 : 0], quantity: isDearer ? 2 : 1 }],
    return_shipping: { option_id: order.region.returning, price: 0 },
    ...(shop.locationId && { return_location_id: shop.locationId }),
  });
  return changed.swaps.at(-1);
};

export const completeSwap = async (shop: Shop, order: Body, swap: Body): Promise<void> => {
  const at = `/store/carts/${swap.cart_id}`;
  // With locations v1 does both and fails at its answer: it looks for the stock of the goods that come back.
  await shop.visitor.ask("POST", `${at}/shipping-methods`, { option_id: order.region.delivery });
  await shop.visitor.ask("POST", `${at}/payment-sessions`, {});
  const { type } = await shop.visitor.post(`${at}/complete`);
  if (type !== "swap") throw new Error(`the cart of a swap became a ${type}`);
};

export const swapPath = (order: Body, swap: Body) => `/admin/orders/${order.id}/swaps/${swap.id}`;

export const sendSwap = async (shop: Shop, order: Body, swap: Body): Promise<void> => {
  const { order: changed } = await shop.admin.post(`${swapPath(order, swap)}/fulfillments`, here(shop));
  const { fulfillments } = changed.swaps.find(({ id }: Body) => id === swap.id);
  await shop.admin.post(`${swapPath(order, swap)}/shipments`, {
    fulfillment_id: fulfillments.at(-1).id,
    tracking_numbers: ["SWAP"],
  });
};

const aClaim = async (shop: Shop, order: Body, type: "refund" | "replace"): Promise<Body> => {
  await sent(shop, order);
  const { order: changed } = await shop.admin.post(`/admin/orders/${order.id}/claims`, {
    type,
    claim_items: [
      {
        ...pieces(order)[0],
        reason: "production_failure",
        note: "The seam",
        tags: ["seam"],
        images: ["https://example.com/seam.jpg"],
      },
    ],
    ...(type === "replace" && {
      additional_items: [{ variant_id: shop.variantIds[2], quantity: 1 }],
      shipping_methods: [{ option_id: order.region.delivery, price: 0 }],
      return_shipping: { option_id: order.region.returning, price: 0 },
    }),
    ...(shop.locationId && { return_location_id: shop.locationId }),
  });
  return changed.claims.at(-1);
};

export const claimPath = (order: Body, claim: Body) => `/admin/orders/${order.id}/claims/${claim.id}`;

export const sendClaim = async (shop: Shop, order: Body, claim: Body): Promise<void> => {
  const { order: changed } = await shop.admin.post(`${claimPath(order, claim)}/fulfillments`, here(shop));
  const { fulfillments } = changed.claims.find(({ id }: Body) => id === claim.id);
  await shop.admin.post(`${claimPath(order, claim)}/shipments`, { fulfillment_id: fulfillments[0].id });
};

/** In the order of their names every short life has each of them at least once. */
export const FATES: Record<string, Fate> = {
  placed: async () => {},
  captured: capture,
  "refunded in part": async (shop, order) => {
    await capture(shop, order);
    await refund(shop, order, 100);
    await refund(shop, order, 50, "other");
  },
  "refunded in full": async (shop, order) => {
    await capture(shop, order);
    await refund(shop, order, order.total, "return");
  },
  "packed before it was paid": async (shop, order) => void (await fulfil(shop, order)),
  "packed in part": async (shop, order) => void (await fulfil(shop, order, pieces(order))),
  sent,
  "sent in two parcels": async (shop, order) => {
    await capture(shop, order);
    await ship(shop, order, pieces(order, 2));
    await ship(shop, order, pieces(order, 1));
  },
  "unpacked again": cancelFulfillment,
  "packed, unpacked, packed": async (shop, order) => {
    await cancelFulfillment(shop, order);
    await ship(shop, order);
  },
  "return asked": async (shop, order) => void (await askReturn(shop, order)),
  "return asked by the customer": async (shop, order) => {
    await sent(shop, order);
    const items = [{ ...pieces(order)[0], reason_id: shop.reasonIds[0] }];
    const return_shipping = { option_id: order.region.returning };
    await shop.visitor.post("/store/returns", { order_id: order.id, items, return_shipping });
  },
  returned: async (shop, order) => {
    await receive(shop, await askReturn(shop, order), pieces(order, 2));
  },
  "returned in part": async (shop, order) => {
    await receive(shop, await askReturn(shop, order), pieces(order, 1));
  },
  "returned for less": async (shop, order) => {
    await receive(shop, await askReturn(shop, order, paidReturn(order)), pieces(order, 2), { refund: 111 });
  },
  "returned in whole": async (shop, order) => {
    await sent(shop, order);
    await shop.admin.post(`/admin/orders/${order.id}/return`, {
      items: whole(order),
      receive_now: true,
      ...here(shop),
    });
  },
  "return called off": async (shop, order) => {
    const { id } = await askReturn(shop, order, paidReturn(order));
    await shop.admin.post(`/admin/returns/${id}/cancel`);
  },
  "swap offered": async (shop, order) => void (await aSwap(shop, order)),
  "swap paid": async (shop, order) => completeSwap(shop, order, await aSwap(shop, order)),
  "swap sent": async (shop, order) => {
    const swap = await aSwap(shop, order);
    await completeSwap(shop, order, swap);
    await shop.admin.post(`${swapPath(order, swap)}/process-payment`);
    await sendSwap(shop, order, swap);
    const { return_order } = (await shop.admin.get(`/admin/swaps/${swap.id}`)).swap;
    await receive(shop, return_order, pieces(order, 1));
  },
  "swap for less": async (shop, order) => {
    const swap = await aSwap(shop, order, { isDearer: false });
    await completeSwap(shop, order, swap);
    await shop.admin.post(`${swapPath(order, swap)}/process-payment`);
  },
  "swap called off": async (shop, order) => {
    const swap = await aSwap(shop, order);
    await shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`);
    await shop.admin.post(`${swapPath(order, swap)}/cancel`);
  },
  "claim refunded": async (shop, order) => void (await aClaim(shop, order, "refund")),
  "claim accepted": async (shop, order) => void (await aClaim(shop, order, "replace")),
  "claim sent": async (shop, order) => {
    await sendClaim(shop, order, await aClaim(shop, order, "replace"));
  },
  "claim called off": async (shop, order) => {
    const claim = await aClaim(shop, order, "replace");
    await shop.admin.post(`/admin/returns/${claim.return_order.id}/cancel`);
    await shop.admin.post(`${claimPath(order, claim)}/cancel`);
  },
  ...edits,
  archived: async (shop, order) => {
    await sent(shop, order);
    await shop.admin.post(`/admin/orders/${order.id}/complete`);
    await shop.admin.post(`/admin/orders/${order.id}/archive`);
  },
  completed: async (shop, order) => {
    await sent(shop, order);
    await shop.admin.post(`/admin/orders/${order.id}/complete`);
  },
  "called off": async ({ admin }, { id }) => admin.post(`/admin/orders/${id}/cancel`),
  "called off after it was unpacked": async (shop, order) => {
    await cancelFulfillment(shop, order);
    await shop.admin.post(`/admin/orders/${order.id}/cancel`);
  },
  noted: async ({ admin }, { id }) => {
    const note = { resource_type: "order", resource_id: id };
    await admin.post("/admin/notes", { ...note, value: "Called twice" });
    const { note: second } = await admin.post("/admin/notes", { ...note, value: "Wrong number" });
    await admin.delete(`/admin/notes/${second.id}`);
    await admin.post(`/admin/orders/${id}`, { email: "moved@example.com", no_notification: true });
  },
};
