import { afterAll, beforeAll, it } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { startShop, type TestShop } from "../support/app.ts";
import { aSoldProduct } from "../support/carts.ts";
import { ownStock } from "../support/checkout.ts";
import { LedgerPayment } from "../support/ledger-payment.ts";
import { anOrder } from "../support/orders.ts";
import { Editing, aRequestedEdit } from "../support/order-edits.ts";
import { aReturnPlace, type ReturnPlace } from "../support/returns.ts";
import { aConfirmedSwap, aSwappableOrder, aSwap, swapIn, prepareSwapCart, completeSwap } from "../support/swaps.ts";
import { aDiscount } from "../support/discounts.ts";
import { aGiftCard } from "../support/gift-cards.ts";

const ledger = new LedgerPayment();
let shop: TestShop;
let place: ReturnPlace;
let lplace: ReturnPlace;
beforeAll(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(ledger);
  shop = await startShop({}, { providers });
  place = await aReturnPlace(shop);
  lplace = await aReturnPlace(shop, { payment_providers: ["ledger"] });
});
afterAll(() => shop.close());
const A = (path: string, body?: unknown, o?: any) => shop.admin.post(path, body, o);
const S = (a: any) => `${a.status} ${a.status === 200 ? "" : JSON.stringify(a.body).slice(0, 200)}`;
const get = async (id: string) => (await shop.admin.get(`/admin/orders/${id}`)).body.order;
const money = (o: any) => ({ st: o.status, ps: o.payment_status, fs: o.fulfillment_status, total: o.total, paid: o.paid_total, ref: o.refunded_total, able: o.refundable_amount });
const evs = async (id: string) => (await shop.db.run<any>({ text: "select name from tradewind.event where entity_id=$1 order by seq", values: [id] })).map((e) => e.name);
const log = (...a: any[]) => process.stdout.write(a.map((x) => typeof x === "string" ? x : JSON.stringify(x)).join(" ") + "\n");

it("1 edit while claim return is open", async () => {
  const order = await aSwappableOrder(shop, { place });
  log("1 claim", S(await A(`/admin/orders/${order.id}/claims`, { type: "refund", refund_amount: 100, claim_items: [{ item_id: order.lineId, quantity: 2, reason: "other" }], return_shipping: { option_id: place.returnOptionId, price: 0 } })));
  const e = await Editing.begin(shop, order);
  const other = (await aSoldProduct(shop)).variantId;
  log("1 add", S(await e.add(other, 1)));
  log("1 confirm", S(await e.confirm()));
});

it("2 swap canceled while difference is refunded", async () => {
  const order = await aSwappableOrder(shop, { place: lplace });
  const cheap = (await aSoldProduct(shop, { price: 100 })).variantId;
  const swap = await aConfirmedSwap(shop, order, { variantId: cheap });
  log("2 diff", swap.difference_due);
  log("2 cancel return", S(await A(`/admin/returns/${swap.return_order.id}/cancel`)));
  let hit: any;
  ledger.beforeMoving = async (m) => { if (m.kind === "refund") { hit = S(await A(`/admin/orders/${order.id}/swaps/${swap.id}/cancel`)); } };
  const p = await A(`/admin/orders/${order.id}/swaps/${swap.id}/process-payment`);
  ledger.beforeMoving = async () => {};
  log("2 process", S(p), "cancel meanwhile", hit, "swap", (await swapIn(shop.admin, swap)).payment_status, money(await get(order.id)), await evs(swap.id), (await evs(order.id)).filter((n: string) => /refund/.test(n)));
});

it("3 edit paid, captured, refunded, completed by customer", async () => {
  const e = await aRequestedEdit(shop, lplace);
  const { payment_collection: c, difference_due } = await e.read();
  const v = shop.visitor();
  const r = await v.post(`/store/payment-collections/${c!.id}/sessions`, { provider_id: "ledger" });
  const sid = r.body.payment_collection.payment_sessions[0].id;
  log("3 auth", S(await v.post(`/store/payment-collections/${c!.id}/sessions/${sid}/authorize`)), difference_due);
  const pc = (await shop.admin.get(`/admin/payment-collections/${c!.id}?expand=payments`)).body.payment_collection;
  const pay = pc.payments[0].id;
  log("3 capture", S(await A(`/admin/payments/${pay}/capture`)));
  log("3 refund", S(await A(`/admin/payments/${pay}/refund`, { amount: difference_due, reason: "other" })));
  log("3 complete", S(await e.complete()));
  log("3", money(await e.readOrder()));
  log("3 cancel edit", S(await e.cancel()));
  log("3 cancel order", S(await A(`/admin/orders/${e.order.id}/cancel`)), money(await e.readOrder()));
});

it("4 unsent pieces returned, then fulfilled", async () => {
  const variantId = (await aSoldProduct(shop, { stock: 50 })).variantId;
  const order = await anOrder(shop.visitor(), { place, variantId, quantity: 3, optionId: place.optionId });
  await A(`/admin/orders/${order.id}/capture`);
  const line = order.items[0]!.id;
  const r = await A(`/admin/orders/${order.id}/return`, { items: [{ item_id: line, quantity: 2 }] });
  log("4 return", S(r));
  const ret = r.body.order.returns[0];
  log("4 receive", S(await A(`/admin/returns/${ret.id}/receive`, { items: [{ item_id: line, quantity: 2 }] })), await ownStock(shop, variantId), money(await get(order.id)));
  log("4 fulfil 3", S(await A(`/admin/orders/${order.id}/fulfillment`, { items: [{ item_id: line, quantity: 3 }] })), await ownStock(shop, variantId), money(await get(order.id)));
  log("4 cancel", S(await A(`/admin/orders/${order.id}/cancel`)));
});

it("5 own stock: edit then cancel / return", async () => {
  for (const q of [5, 1]) {
    const variantId = (await aSoldProduct(shop, { stock: 50 })).variantId;
    const order = await anOrder(shop.visitor(), { place, variantId, quantity: 2, optionId: place.optionId });
    const e = await Editing.begin(shop, order);
    const l = await e.firstLine();
    log("5 set", S(await e.setQuantity(l.id, q)), S(await e.confirm()), await ownStock(shop, variantId));
    log("5 cancel", S(await A(`/admin/orders/${order.id}/cancel`)), await ownStock(shop, variantId));
  }
  const variantId = (await aSoldProduct(shop, { stock: 50 })).variantId;
  const order = await anOrder(shop.visitor(), { place, variantId, quantity: 2, optionId: place.optionId });
  await A(`/admin/orders/${order.id}/capture`);
  const e = await Editing.begin(shop, order);
  const l = await e.firstLine();
  await e.setQuantity(l.id, 5); await e.confirm();
  const o = await get(order.id);
  log("5 ful", S(await A(`/admin/orders/${order.id}/fulfillment`, { items: [{ item_id: l.id, quantity: 5 }] })), await ownStock(shop, variantId));
  const r = await A(`/admin/orders/${order.id}/return`, { items: [{ item_id: l.id, quantity: 5 }] });
  log("5 ret", S(r), r.body.order?.returns[0].refund_amount, money(o));
  log("5 rec", S(await A(`/admin/returns/${r.body.order.returns[0].id}/receive`, { items: [{ item_id: l.id, quantity: 5 }] })), await ownStock(shop, variantId), money(await get(order.id)));
  // a new line by edit, then canceled
  const v2 = (await aSoldProduct(shop, { stock: 50 })).variantId;
  const order2 = await anOrder(shop.visitor(), { place, variantId: v2, quantity: 2, optionId: place.optionId });
  const v3 = (await aSoldProduct(shop, { stock: 50 })).variantId;
  const e2 = await Editing.begin(shop, order2);
  await e2.add(v3, 4); log("5 conf", S(await e2.confirm()), await ownStock(shop, v3));
  log("5 cancel", S(await A(`/admin/orders/${order2.id}/cancel`)), await ownStock(shop, v2), await ownStock(shop, v3));
});

it("6 swap then edit, then return, then process", async () => {
  const order = await aSwappableOrder(shop, { place });
  const dear = (await aSoldProduct(shop, { price: 3000 })).variantId;
  const s0 = await ownStock(shop, order.variantId);
  const swap = await aConfirmedSwap(shop, order, { variantId: dear });
  const s1 = await ownStock(shop, order.variantId);
  const e = await Editing.begin(shop, order);
  const l = await e.firstLine();
  log("6 edit", S(await e.setQuantity(l.id, 4)), S(await e.confirm()));
  log("6 process", S(await A(`/admin/orders/${order.id}/swaps/${swap.id}/process-payment`)));
  log("6 receive", S(await A(`/admin/returns/${swap.return_order.id}/receive`, { items: [{ item_id: l.id, quantity: 1 }] })), s0, s1, await ownStock(shop, order.variantId));
  const o = await get(order.id);
  log("6", money(o), o.items.map((i: any) => [i.quantity, i.fulfilled_quantity, i.returned_quantity, i.refundable]), (await swapIn(shop.admin, swap)).payment_status);
  // return the swap item and everything else
  const r = await A(`/admin/orders/${order.id}/return`, { items: [{ item_id: l.id, quantity: 3 }, { item_id: swap.additional_items[0]!.id, quantity: 1 }] });
  log("6 ret", S(r), r.body.order?.returns.at(-1).refund_amount);
  log("6 rec", S(await A(`/admin/returns/${r.body.order.returns.at(-1).id}/receive`, { items: [{ item_id: l.id, quantity: 3 }, { item_id: swap.additional_items[0]!.id, quantity: 1 }] })), money(await get(order.id)));
  log("6 refund more", S(await A(`/admin/orders/${order.id}/refund`, { amount: 1, reason: "other" })), S(await A(`/admin/orders/${order.id}/cancel`)), S(await A(`/admin/orders/${order.id}/swaps/${swap.id}/cancel`)));
});

it("7 no payment orders", async () => {
  const d = await aDiscount(shop, place.id, { rule: { type: "percentage", value: 100, allocation: "total" } } as any).catch((e: any) => { log("disc", String(e)); return null; });
  const free = await aDiscount(shop, place.id, { rule: { type: "free_shipping", value: 0, allocation: "total" } } as any).catch((e: any) => { log("disc2", String(e)); return null; });
  const variantId = (await aSoldProduct(shop, { stock: 50 })).variantId;
  const mk = () => anOrder(shop.visitor(), { place, variantId, quantity: 2, optionId: place.optionId, discounts: [{ code: d!.code }, { code: free!.code }] });
  const o1 = await mk();
  log("7", money(await get(o1.id)));
  log("7 cap", S(await A(`/admin/orders/${o1.id}/capture`)), money(await get(o1.id)));
  log("7 refund", S(await A(`/admin/orders/${o1.id}/refund`, { amount: 1, reason: "other" })));
  const line = o1.items[0]!.id;
  log("7 ful", S(await A(`/admin/orders/${o1.id}/fulfillment`, { items: [{ item_id: line, quantity: 2 }] })));
  const r = await A(`/admin/orders/${o1.id}/return`, { items: [{ item_id: line, quantity: 1 }] });
  log("7 ret", S(r), r.body.order?.returns[0].refund_amount);
  log("7 rec", S(await A(`/admin/returns/${r.body.order.returns[0].id}/receive`, { items: [{ item_id: line, quantity: 1 }] })), money(await get(o1.id)));
  const other = (await aSoldProduct(shop, { price: 500 })).variantId;
  const sw = await A(`/admin/orders/${o1.id}/swaps`, { return_items: [{ item_id: line, quantity: 1 }], additional_items: [{ variant_id: other, quantity: 1 }] });
  log("7 swap", S(sw));
  const swap = sw.body.order.swaps[0];
  await prepareSwapCart(shop.visitor(), swap.cart_id);
  log("7 comp", S(await completeSwap(shop.visitor(), swap.cart_id)), (await swapIn(shop.admin, swap)).difference_due);
  log("7 claim", S(await A(`/admin/orders/${o1.id}/claims`, { type: "refund", claim_items: [{ item_id: line, quantity: 1, reason: "other" }] })));
  const o2 = await mk();
  const e = await Editing.begin(shop, o2);
  log("7 edit", S(await e.add(other, 1)), S(await e.request()), (await e.read()).difference_due, S(await e.complete()), S(await e.confirm()), money(await get(o2.id)));
  log("7 cancel", S(await A(`/admin/orders/${o2.id}/cancel`)), money(await get(o2.id)), await ownStock(shop, variantId));
});

it("8 gift card orders", async () => {
  const card = await aGiftCard(shop, place.id, { value: 2000 });
  const variantId = (await aSoldProduct(shop, { stock: 50 })).variantId;
  const o = await anOrder(shop.visitor(), { place, variantId, quantity: 3, optionId: place.optionId, giftCards: [{ code: (card as any).code }] });
  await A(`/admin/orders/${o.id}/capture`);
  log("8", money(await get(o.id)));
  const line = o.items[0]!.id;
  await A(`/admin/orders/${o.id}/fulfillment`, { items: [{ item_id: line, quantity: 3 }] });
  const cheap = (await aSoldProduct(shop, { price: 100 })).variantId;
  const sw = await A(`/admin/orders/${o.id}/swaps`, { return_items: [{ item_id: line, quantity: 3 }], additional_items: [{ variant_id: cheap, quantity: 1 }] });
  const swap = sw.body.order.swaps[0];
  await prepareSwapCart(shop.visitor(), swap.cart_id);
  log("8 comp", S(await completeSwap(shop.visitor(), swap.cart_id)), (await swapIn(shop.admin, swap)).difference_due);
  log("8 process", S(await A(`/admin/orders/${o.id}/swaps/${swap.id}/process-payment`)), (await swapIn(shop.admin, swap)).payment_status, money(await get(o.id)));
  // edit that adds, gift card
  const card2 = await aGiftCard(shop, place.id, { value: 100000 });
  const o2 = await anOrder(shop.visitor(), { place, variantId, quantity: 3, optionId: place.optionId, giftCards: [{ code: (card2 as any).code }] });
  log("8b", money(await get(o2.id)));
  const e = await Editing.begin(shop, o2);
  const l = await e.firstLine();
  log("8b less", S(await e.setQuantity(l.id, 1)), (await e.read()).difference_due, (await e.read()).total, S(await e.confirm()), money(await get(o2.id)));
  log("8b cancel", S(await A(`/admin/orders/${o2.id}/cancel`)), money(await get(o2.id)), (await shop.admin.get(`/admin/gift-cards/${(card2 as any).id}`)).body.gift_card.balance);
});
