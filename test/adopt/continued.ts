import type { Body } from "./api.ts";
import {
  capture,
  completeSwap,
  fulfil,
  here,
  pieces,
  receive,
  sendClaim,
  sendSwap,
  ship,
  whole,
} from "./life/fates.ts";
import type { Shop } from "./life/shop.ts";

/** A shop that v1 has made, served by Tradewind now. */
export interface OldShop extends Shop {
  ids(statement: string, values?: unknown[]): Promise<string[]>;
}

export type Continued = (shop: OldShop, order: Body) => Promise<readonly Expectation[]>;
type Expectation = [what: string, is: unknown, wanted: unknown];

export const read = async ({ admin }: Shop, { id }: Body): Promise<Body> =>
  (await admin.get(`/admin/orders/${id}`)).order;

/** How orders go on, by what v1 has done with them so far. */
export const CONTINUED: Record<string, Continued> = {
  async placed(shop, order) {
    await capture(shop, order);
    await ship(shop, order);
    // Gift cards do not come back.
    const goods = order.items.filter(({ is_giftcard }: Body) => !is_giftcard);
    const { order: asked } = await shop.admin.post(`/admin/orders/${order.id}/return`, {
      items: whole({ items: goods }),
      ...here(shop),
    });
    const [{ refund_amount: worth, id }] = asked.returns;
    await receive(shop, { id }, whole({ items: goods }));
    const now = await read(shop, order);
    const isWhole = goods.length === order.items.length;
    return [
      ["fulfilment", now.fulfillment_status, isWhole ? "returned" : "partially_returned"],
      ["paid", now.paid_total, order.total],
      ["money given back", now.refunded_total, worth],
    ];
  },
  async captured(shop, order) {
    await shop.admin.post(`/admin/orders/${order.id}/cancel`);
    const now = await read(shop, order);
    return [
      ["status", now.status, "canceled"],
      ["money given back", now.refunded_total, order.total],
    ];
  },
  async "refunded in part"(shop, order) {
    const amount = order.refundable_amount;
    await shop.admin.post(`/admin/orders/${order.id}/refund`, { amount, reason: "other" });
    const now = await read(shop, order);
    return [
      ["payment", now.payment_status, "refunded"],
      ["rest", now.refundable_amount, 0],
    ];
  },
  async "packed before it was paid"(shop, order) {
    const stock = () => stockOf(shop, order);
    const before = await stock();
    const { id } = order.fulfillments[0];
    await shop.admin.post(`/admin/orders/${order.id}/fulfillments/${id}/cancel`);
    const [after, now] = [await stock(), await read(shop, order)];
    return [
      ["fulfilment", now.fulfillment_status, "canceled"],
      ["pieces on the shelf", after, shop.locationId ? before + managedPieces(order) : before],
    ];
  },
  async "packed in part"(shop, order) {
    const [first, ...others] = order.items;
    const rest = [{ item_id: first.id, quantity: first.quantity - 1 }, ...whole({ items: others })];
    await fulfil(shop, order, rest);
    return [["fulfilment", (await read(shop, order)).fulfillment_status, "fulfilled"]];
  },
  async sent(shop, order) {
    const claim_items = [{ ...pieces(order)[0], reason: "wrong_item" }];
    await shop.admin.post(`/admin/orders/${order.id}/claims`, { type: "refund", claim_items });
    const now = await read(shop, order);
    return [["claim", now.claims[0]?.payment_status, "refunded"]];
  },
  async "sent in two parcels"(shop, order) {
    const { order: changed } = await shop.admin.post(`/admin/orders/${order.id}/swaps`, {
      return_items: pieces(order),
      additional_items: [{ variant_id: shop.variantIds[0], quantity: 1 }],
    });
    const swap = changed.swaps.at(-1);
    await completeSwap(shop, order, swap);
    await sendSwap(shop, order, swap);
    return [["swap", (await swapOf(shop, swap.id)).fulfillment_status, "shipped"]];
  },
  async "unpacked again"(shop, order) {
    await ship(shop, order);
    return [["fulfilment", (await read(shop, order)).fulfillment_status, "shipped"]];
  },
  async "return asked"(shop, order) {
    const [asked] = order.returns;
    await receive(shop, asked, pieces(order, 2));
    const now = await read(shop, order);
    return [
      ["return", now.returns[0].status, "received"],
      ["money given back", now.refunded_total, asked.refund_amount],
    ];
  },
  async "return asked by the customer"(shop, order) {
    await shop.admin.post(`/admin/returns/${order.returns[0].id}/cancel`);
    return [["return", (await read(shop, order)).returns[0].status, "canceled"]];
  },
  async "swap offered"(shop, order) {
    const [{ id }] = order.swaps;
    await completeSwap(shop, order, await swapOf(shop, id));
    const [isConfirmed] = await shop.ids("select confirmed_at is not null from swap where id = $1", [id]);
    return [["confirmed", isConfirmed, "true"]];
  },
  async "swap paid"(shop, order) {
    const [{ id }] = order.swaps;
    const swap = await swapOf(shop, id);
    await sendSwap(shop, order, swap);
    await receive(shop, swap.return_order, pieces(order, 1));
    const now = await swapOf(shop, id);
    return [
      ["swap", now.fulfillment_status, "shipped"],
      ["its return", now.return_order.status, "received"],
    ];
  },
  async "claim accepted"(shop, order) {
    await sendClaim(shop, order, order.claims[0]);
    return [["claim", (await read(shop, order)).claims[0].fulfillment_status, "shipped"]];
  },
  async "edit begun"(shop, order) {
    const [edit] = await editsOf(shop, order);
    await shop.admin.post(`/admin/order-edits/${edit.id}/request`);
    return [["edit", (await editsOf(shop, order))[0].status, "requested"]];
  },
  async "edit requested"(shop, order) {
    const [edit] = await editsOf(shop, order);
    await shop.admin.post(`/admin/order-edits/${edit.id}/confirm`);
    const now = await read(shop, order);
    return [
      ["edit", (await editsOf(shop, order))[0].status, "confirmed"],
      ["lines", now.items.length, order.items.length + 1],
    ];
  },
  async completed(shop, order) {
    await shop.admin.post(`/admin/orders/${order.id}/archive`);
    return [["status", (await read(shop, order)).status, "archived"]];
  },
  async "called off"(shop, order) {
    const { status } = await shop.admin.ask("POST", `/admin/orders/${order.id}/capture`);
    const now = await read(shop, order);
    return [
      ["a capture is refused", status >= 400 && status < 500, true],
      ["payment", now.payment_status, order.payment_status],
    ];
  },
};

const swapOf = async ({ admin }: Shop, id: string): Promise<Body> =>
  (await admin.get(`/admin/swaps/${id}`)).swap;

const editsOf = async ({ admin }: Shop, { id }: Body): Promise<Body[]> =>
  (await admin.get("/admin/order-edits", { order_id: id })).order_edits;

const isManaged = ({ variant }: Body): boolean => variant?.manage_inventory === true;

const managedPieces = ({ items }: Body): number =>
  items.filter(isManaged).reduce((sum: number, { quantity }: Body) => sum + quantity, 0);

/** Pieces at all locations of the goods of an order. */
async function stockOf({ ids, locationId }: OldShop, { items }: Body): Promise<number> {
  const variants = items.filter(isManaged).map(({ variant_id }: Body) => variant_id);
  const statement = locationId
    ? `select coalesce(sum(l.stocked_quantity), 0) from inventory_level l
       join product_variant_inventory_item i on i.inventory_item_id = l.inventory_item_id where i.variant_id = any($1)`
    : "select coalesce(sum(inventory_quantity), 0) from product_variant where id = any($1)";
  return Number((await ids(statement, [variants]))[0]);
}
