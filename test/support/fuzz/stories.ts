import type { Client } from "../clients/client.ts";
import { aCart, addLine, changeCart, openSessions, ship } from "../factories/carts.ts";
import { aShopper, home } from "../factories/customers.ts";
import { aDiscount, aDynamicCode, tenPercent } from "../factories/discounts.ts";
import { aDraft } from "../factories/draft-orders.ts";
import { aGiftCard } from "../factories/gift-cards.ts";
import { Editing, editIn } from "../factories/order-edits.ts";
import {
  anOrder,
  aPackedOrder,
  type OrderOfOneLine,
  orderIn,
  type PlacedOrder,
} from "../factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../factories/returns.ts";
import {
  aSellingLocation,
  aSoldVariant,
  aStockedVariant,
  aVariantAtLocation,
} from "../factories/sold-products.ts";
import { aSwap, completeSwap, prepareSwapCart } from "../factories/swaps.ts";
import { aFile, uploaded } from "../factories/uploads.ts";
import type { TestShop } from "../fixtures/shop.ts";

/** What the stories of a shop have in common. */
interface Stage {
  shop: TestShop;
  place: ReturnPlace;
  variantId: string;
  reasonId: string;
}

/** A shop in which all that can happen to carts and orders has happened, each to one of its own. */
export async function liveThroughStories(shop: TestShop): Promise<void> {
  const place = await aReturnPlace(shop);
  const reason = await shop.admin.post("/admin/return-reasons", { value: "torn", label: "Torn" });
  const variantId = await aSoldVariant(shop, { stock: 10_000 });
  const stage = { shop, place, variantId, reasonId: reason.body.return_reason.id };
  await carts(stage);
  await orders(stage);
  await returns(stage);
  await exchanges(stage);
  await edits(stage);
  await drafts(stage);
  await anOrder(shop.visitor(), { place, variantId: (await aVariantAtLocation(shop, 50)).variantId });
  await everydayWork(stage);
  await outside(stage);
}

async function carts({ shop, place, variantId }: Stage): Promise<void> {
  const visitor = shop.visitor();
  const { browser } = await aShopper(shop);
  const card = await aGiftCard(shop, place.id);
  const discount = await aDiscount(shop, place.id);
  const codes = { discounts: [{ code: discount.code }], gift_cards: [{ code: card.code }] };
  await aCart(visitor, { region_id: place.id });
  for (const client of [visitor, browser]) {
    const { id } = await aCart(client, { region_id: place.id });
    await addLine(client, id, variantId, 2);
    const address = { ...home, country_code: place.countries[0] };
    await changeCart(client, id, { email: "cart@example.com", shipping_address: address, ...codes });
    await ship(client, id, place.optionId);
    await openSessions(client, id);
  }
}

const acted = async (admin: Client, { id }: PlacedOrder, ...steps: [string, unknown?][]) => {
  for (const [step, body] of steps) orderIn(await admin.post(`/admin/orders/${id}/${step}`, body));
};

async function orders({ shop, place, variantId }: Stage): Promise<void> {
  const { admin } = shop;
  const bought = (client = shop.visitor(), quantity = 2) =>
    anOrder(client, { place, variantId, quantity, optionId: place.optionId });
  const packed = ({ items }: PlacedOrder): [string, unknown] => [
    "fulfillment",
    { items: [{ item_id: items[0]!.id, quantity: 1 }] },
  ];
  await bought();
  await bought((await aShopper(shop)).browser);
  await acted(admin, await bought(), ["capture"]);
  await acted(admin, await bought(), ["capture"], ["refund", { amount: 100, reason: "other" }]);
  await acted(admin, await bought(), ["cancel"]);
  await acted(admin, await bought(), ["capture"], ["complete"]);
  const sent = await bought();
  await acted(admin, sent, ["capture"], packed(sent));
  const { body } = await admin.get(`/admin/orders/${sent.id}`);
  await acted(admin, sent, ["shipment", { fulfillment_id: body.order.fulfillments[0].id }]);
  const packedOnly = await bought();
  await acted(admin, packedOnly, packed(packedOnly));
  await aDynamicCode(shop, (await aDiscount(shop, place.id, { is_dynamic: true })).id);
  const { body: shown } = await admin.get(`/admin/variants/${variantId}`);
  const conditions = [{ operator: "in", products: [shown.variant.product_id] }];
  await aDiscount(shop, place.id, { rule: { ...tenPercent, conditions } });
  const discount = await aDiscount(shop, place.id, { usage_limit: 2 });
  const card = await aGiftCard(shop, place.id, { value: 700 });
  await anOrder(shop.visitor(), {
    ...{ place, variantId, discounts: [{ code: discount.code }], giftCards: [{ code: card.code }] },
  });
}

async function returns({ shop, place, reasonId }: Stage): Promise<void> {
  const asked = async () => {
    const order = await aPackedOrder(shop, { place });
    const items = [{ item_id: order.lineId, quantity: 1, reason_id: reasonId }];
    const shown = orderIn(await shop.admin.post(`/admin/orders/${order.id}/return`, { items }));
    return { order, back: shown.returns[0] };
  };
  await asked();
  const { order, back } = await asked();
  await shop.admin.post(`/admin/returns/${back.id}/receive`, {
    items: [{ item_id: order.lineId, quantity: 1 }],
  });
  const other = await asked();
  await shop.admin.post(`/admin/returns/${other.back.id}/cancel`);
}

async function exchanges({ shop, place, variantId }: Stage): Promise<void> {
  const swappable = () => aPackedOrder(shop, { place });
  const confirmed = async () => {
    const order = await swappable();
    const swap = await aSwap(shop, order, { variantId });
    await prepareSwapCart(shop.visitor(), swap.cart_id, place.optionId);
    await completeSwap(shop.visitor(), swap.cart_id);
    return { order, exchange: `swaps/${swap.id}` };
  };
  await aSwap(shop, await swappable(), { variantId });
  await confirmed();
  const { order, exchange } = await confirmed();
  await acted(shop.admin, order, [`${exchange}/process-payment`], [`${exchange}/fulfillments`, {}]);
  const additional_items = [{ variant_id: variantId, quantity: 1 }];
  const replacing = { type: "replace", additional_items, shipping_methods: [{ option_id: place.optionId }] };
  for (const details of [{ type: "refund" }, replacing]) {
    await claimed(shop, await swappable(), details);
  }
  const claimedOrder = await swappable();
  const { id } = await claimed(shop, claimedOrder, replacing);
  await acted(shop.admin, claimedOrder, [`claims/${id}/fulfillments`, {}]);
}

async function claimed(shop: TestShop, order: OrderOfOneLine, details: object): Promise<{ id: string }> {
  const lost = { item_id: order.lineId, quantity: 1, reason: "missing_item" };
  const claim_items = [{ ...lost, tags: ["late"], images: ["http://images.example/1.png"] }];
  const answer = await shop.admin.post(`/admin/orders/${order.id}/claims`, { claim_items, ...details });
  return orderIn(answer).claims[0];
}

async function edits({ shop, place, variantId }: Stage): Promise<void> {
  const editing = async () => {
    const edit = await Editing.of(shop, { place, variantId });
    editIn(await edit.add(variantId, 2));
    return edit;
  };
  await editing();
  editIn(await (await editing()).request());
  const { payment_collection_id: collection } = editIn(await (await editing()).request());
  await shop.visitor().post(`/store/payment-collections/${collection}/sessions`, { provider_id: "manual" });
  const done = await editing();
  editIn(await done.confirm());
  const over = await editing();
  await over.cancel();
}

async function drafts({ shop, place, variantId }: Stage): Promise<void> {
  const items = [{ variant_id: variantId, quantity: 1 }];
  const shipping = [{ option_id: place.optionId }];
  await aDraft(shop.admin, { regionId: place.id, items, shipping });
  const { id } = await aDraft(shop.admin, { regionId: place.id, items, shipping });
  await shop.admin.post(`/admin/draft-orders/${id}/pay`);
}

/** What merchants do beside orders: tags, segments, views, counts, transfers, papers, presentations, links to pay. */
async function everydayWork({ shop, place, variantId }: Stage): Promise<void> {
  const made = async (path: string, body: unknown) => {
    const answer = await shop.admin.post(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id: customerId } = await aShopper(shop);
  const order = await aPackedOrder(shop, { place });
  await made("/admin/order-tags/batch", { ids: [order.id], add: ["Urgent", "Gift"] });
  await made("/admin/customer-tags/batch", { ids: [customerId], add: ["Press", "Wholesale"] });
  await made("/admin/segments", { name: "Buyers", rules: { orders: { gte: 1 } } });
  await made("/admin/saved-views", { list: "orders", name: "Open", search: { q: "open" } });
  await made(`/admin/orders/${order.id}/line-refunds`, {
    ...{ items: [{ item_id: order.lineId, quantity: 1 }], shipping_amount: 100 },
    ...{ restock: false, reason: "other" },
  });
  await made(`/admin/orders/${order.id}/papers`, { kind: "invoice" });
  const { body: variant } = await shop.admin.get(`/admin/variants/${variantId}`);
  await made(`/admin/products/${variant.variant.product_id}/presentation`, {
    rich_description: "<p>Warm</p>",
  });
  const { id: locationId } = await aSellingLocation(shop);
  const { itemId } = await aStockedVariant(shop, { [locationId]: 50 });
  const lines = [{ inventory_item_id: itemId, quantity: 3 }];
  const transfer = { to_location_id: locationId, supplier: "Mill", lines };
  await made("/admin/stock-transfers", transfer);
  const { stock_transfer: sent } = await made("/admin/stock-transfers", transfer);
  await made(`/admin/stock-transfers/${sent.id}/send`, {});
  await made("/admin/stock-counts", { location_id: locationId });
  await made("/admin/custom-fields", { entity: "product", name: "fabric", label: "Fabric", type: "text" });
  const draft = await aDraft(shop.admin, {
    regionId: place.id,
    items: [{ variant_id: variantId, quantity: 1 }],
  });
  await made("/admin/payment-links", { cart_id: draft.cart_id });
  await aSwap(shop, await aPackedOrder(shop, { place }), { variantId });
}

/** Webhooks with deliveries, batch jobs, messages that were sent, files. */
async function outside({ shop }: Stage): Promise<void> {
  const run = (text: string, ...values: unknown[]) => shop.db.run({ text, values });
  const aWebhook = () => shop.admin.post("/admin/webhooks", { url: "https://receiver.invalid/hook" });
  await aWebhook();
  const { body } = await aWebhook();
  await run(
    `insert into tradewind.webhook_delivery (id, webhook_id, event_seq, event_id, event_name, status, give_up_at)
      select $1 || '_' || seq, $1, seq, id, name, 'dead', now() from tradewind.event limit 3`,
    body.webhook.id,
  );
  for (const type of ["product-export", "order-export"]) {
    await shop.admin.post("/admin/batch-jobs", { type, context: {}, dry_run: true });
  }
  // As its first step leaves it.
  await run("update batch_job set pre_processed_at = now() where type = 'order-export'");
  await run(
    `insert into notification (id, event_name, resource_type, resource_id, "to", data, provider_id)
      select $1 || '_noti', 'order.placed', 'order', max(id), 'buyer@example.com', '{}',
        (select id from notification_provider) from "order"`,
    body.webhook.id,
  );
  await run(
    `insert into tradewind.mail (id, event_id, kind, provider_id, order_id, recipient, state, error)
      select 'mail_fuzz', 'evt_fuzz', 'order.placed', 'smtp', max(id), 'buyer@example.com', 'failed', 'refused' from "order"`,
  );
  await uploaded(shop, aFile());
}
