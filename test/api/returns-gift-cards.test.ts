import { describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { refused } from "../support/factories/carts.ts";
import { anOrder, type PlacedOrder, paid, setOrder } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace, rowsOfOrder } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
let place: ReturnPlace;
let goodsId: string;
let cardId: string;
let order: PlacedOrder;

it.beforeAll(async () => {
  place = await aReturnPlace(shop);
  goodsId = await aSoldVariant(shop);
  const product = { title: "Voucher", is_giftcard: true, discountable: false };
  cardId = await aSoldVariant(shop, { price: 2500, product });
});

/** A gift card for 25.00 and goods for 10.00, paid and sent. */
it.beforeEach(async () => {
  const items = [cardId, goodsId].map((variantId) => ({ variantId, quantity: 1 }));
  order = await paid(shop.admin, await anOrder(shop.visitor(), { place, items, optionId: place.optionId }));
  await shop.db.run({
    text: "update line_item set fulfilled_quantity = quantity, shipped_quantity = quantity where order_id = $1",
    values: [order.id],
  });
  await setOrder(shop, order.id, { fulfillment_status: "shipped" });
});

const pieceOf = (variantId: string) => ({
  item_id: order.items.find(({ variant_id }) => variant_id === variantId)!.id,
  quantity: 1,
});
const torn = (variantId: string) => ({ ...pieceOf(variantId), reason: "other" });
const ask = (path: string, body: object) => shop.admin.post(`/admin/orders/${order.id}/${path}`, body);
const cards = () =>
  shop.db.run({
    text: "select value, balance, is_disabled from gift_card where order_id = $1",
    values: [order.id],
  });
const swaps = () => shop.db.run({ text: "select id from swap where order_id = $1", values: [order.id] });

const rejection = {
  status: 400,
  type: "not_allowed",
  message:
    "Voucher is a gift card and cannot be returned, swapped or claimed for a refund: " +
    "disable the gift card and refund the order instead",
};

const byPost = () => ({ return_shipping: { option_id: place.returnOptionId } });
const exchange = () => ({
  return_items: [pieceOf(cardId)],
  additional_items: [{ variant_id: goodsId, quantity: 1 }],
});
const inStore = (path: string, body: object) =>
  shop.visitor().post(`/store/${path}`, { order_id: order.id, ...body });
const claimOf = (details: object) => ask("claims", { claim_items: [torn(cardId)], ...details });

const ways = {
  "a return of the shop": () => ask("return", { items: [pieceOf(cardId)] }),
  "a return by post": () => ask("return", { items: [pieceOf(cardId)], ...byPost() }),
  "a return that has arrived": () => ask("return", { items: [pieceOf(cardId)], receive_now: true }),
  "a return with a refund": () => ask("return", { items: [pieceOf(cardId)], refund: 2500 }),
  "a return with other goods": () => ask("return", { items: [pieceOf(goodsId), pieceOf(cardId)] }),
  "a return of the customer": () => inStore("returns", { items: [pieceOf(cardId)] }),
  "a swap of the shop": () => ask("swaps", exchange()),
  "a swap by post": () => ask("swaps", { ...exchange(), ...byPost() }),
  "a swap of the customer": () => inStore("swaps", exchange()),
  "the preview of a return": () => ask("exchange-preview", { return_items: [pieceOf(cardId)] }),
  "the preview of a swap": () => ask("exchange-preview", exchange()),
  "a claim for money": () => claimOf({ type: "refund" }),
  "a claim for an amount": () => claimOf({ type: "refund", refund_amount: 100 }),
  "a claim for goods that asks for the card": () =>
    claimOf({
      type: "replace",
      additional_items: [{ variant_id: goodsId, quantity: 1 }],
      ...byPost(),
    }),
};

describe("a bought gift card", () => {
  it.each(Object.entries(ways))("is not taken back by %s", async (_, request) => {
    const before = [await rowsOfOrder(shop, order.id), await cards()];
    expect(refused(await request())).toEqual(rejection);
    expect([await rowsOfOrder(shop, order.id), await cards()]).toEqual(before);
    expect(await swaps()).toEqual([]);
    expect(await cards()).toEqual([{ value: 2500, balance: 2500, is_disabled: false }]);
  });

  it("does not arrive with the return of other goods", async () => {
    const { body } = await ask("return", { items: [pieceOf(goodsId)] });
    const path = `/admin/returns/${body.order.returns[0].id}/receive`;
    const before = await rowsOfOrder(shop, order.id);
    const items = [pieceOf(goodsId), pieceOf(cardId)];
    expect(refused(await shop.admin.post(path, { items, refund: 3500 }))).toEqual(rejection);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("arrives with a return that v1 has accepted", async () => {
    const id = newId("ret");
    await shop.db.run({
      text: `insert into "return" (id, status, order_id, refund_amount) values ($1, 'requested', $2, 2500)`,
      values: [id, order.id],
    });
    await shop.db.run({
      text: `insert into return_item (return_id, item_id, quantity, requested_quantity, is_requested)
        values ($1, $2, 1, 1, true)`,
      values: [id, pieceOf(cardId).item_id],
    });
    const received = await shop.admin.post(`/admin/returns/${id}/receive`, { items: [pieceOf(cardId)] });
    expect(received).toMatchObject({
      status: 200,
      body: { return: { status: "received", refund_amount: 2500 } },
    });
  });

  it("can be replaced by goods that the shop sends", async () => {
    const additional_items = [{ variant_id: goodsId, quantity: 1 }];
    const { status, body } = await claimOf({ type: "replace", additional_items });
    expect({ status, claims: body.order.claims.length }).toEqual({ status: 200, claims: 1 });
  });
});

describe("goods bought with a gift card", () => {
  it("are returned and refunded", async () => {
    const { body } = await ask("return", { items: [pieceOf(goodsId)] });
    const [{ id, refund_amount }] = body.order.returns;
    const received = await shop.admin.post(`/admin/returns/${id}/receive`, { items: [pieceOf(goodsId)] });
    expect(received).toMatchObject({ status: 200, body: { return: { status: "received" } } });
    const shown = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(shown.body.order.refunded_total).toBe(refund_amount);
    expect(refund_amount).toBe(1100);
    expect(await cards()).toEqual([{ value: 2500, balance: 2500, is_disabled: false }]);
  });

  it("are swapped and claimed", async () => {
    const claim = await ask("claims", {
      type: "refund",
      claim_items: [torn(goodsId)],
      refund_amount: 100,
    });
    expect(claim.status).toBe(200);
    const swap = await ask("swaps", { ...exchange(), return_items: [pieceOf(goodsId)] });
    expect(swap.status).toBe(200);
  });
});
