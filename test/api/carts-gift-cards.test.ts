import { describe, expect } from "vitest";
import { aPlace, changeCart, openSessions, readCart, ship } from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anOption } from "../support/factories/shipping.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";

const { it, shop, place, visitor, aFilledCart, refusingChange } = withCartShop();

const pay = (cartId: string, ...cards: { code: string }[]) =>
  changeCart(visitor(), cartId, { gift_cards: cards.map(({ code }) => ({ code })) });

const refusing = (cartId: string, ...codes: string[]) =>
  refusingChange(cartId, { gift_cards: codes.map((code) => ({ code })) });

describe("a gift card on a cart", () => {
  it("pays for goods and shipping, and its tax is not due again", async () => {
    const card = await aGiftCard(shop, place.id, { value: 1200 });
    const option = await anOption(shop, place.id);
    const { id } = await aFilledCart();
    await ship(visitor(), id, option.id);
    expect(await pay(id, card)).toMatchObject({
      gift_cards: [{ id: card.id, balance: 1200 }],
      subtotal: 1000,
      shipping_total: 500,
      tax_total: 150,
      gift_card_total: 1200,
      gift_card_tax_total: 120,
      total: 330,
    });
  });

  it("pays at most the amount due, and keeps its balance until the order", async () => {
    const card = await aGiftCard(shop, place.id, { value: 50_000 });
    const { id } = await aFilledCart();
    expect(await pay(id, card)).toMatchObject({
      gift_card_total: 1000,
      gift_card_tax_total: 100,
      total: 0,
      gift_cards: [{ balance: 50_000 }],
    });
  });

  it("pays what a discount leaves", async () => {
    const [card, discount] = [
      await aGiftCard(shop, place.id, { value: 5000 }),
      await aDiscount(shop, place.id),
    ];
    const { id } = await aFilledCart();
    const cart = await changeCart(visitor(), id, {
      discounts: [{ code: discount.code }],
      gift_cards: [{ code: card.code }],
    });
    expect(cart).toMatchObject({ discount_total: 100, gift_card_total: 900, total: 0 });
  });

  it("pays the tax, too, where cards are sold without", async () => {
    const region = await aPlace(shop);
    await shop.admin.post(`/admin/regions/${region.id}`, { gift_cards_taxable: false });
    const card = await aGiftCard(shop, region.id, { value: 5000 });
    const { id } = await aFilledCart({ regionId: region.id });
    expect(await pay(id, card)).toMatchObject({ gift_card_total: 1100, gift_card_tax_total: 0, total: 0 });
  });

  it("that was taxed when it was sold pays with that tax also where cards are sold without", async () => {
    const region = await aPlace(shop);
    await shop.admin.post(`/admin/regions/${region.id}`, { gift_cards_taxable: false });
    const [some, much] = [
      await aGiftCard(shop, place.id, { value: 400 }),
      await aGiftCard(shop, place.id, { value: 5000 }),
    ];
    for (const { id } of [some, much]) {
      await shop.admin.post(`/admin/gift-cards/${id}`, { region_id: region.id });
    }
    const { id } = await aFilledCart({ regionId: region.id });
    expect(await pay(id, some)).toMatchObject({ gift_card_total: 400, gift_card_tax_total: 40, total: 660 });
    expect(await pay(id, much)).toMatchObject({ gift_card_total: 1100, gift_card_tax_total: 0, total: 0 });
  });

  it("is one of several, each once", async () => {
    const [one, other] = [
      await aGiftCard(shop, place.id, { value: 300 }),
      await aGiftCard(shop, place.id, { value: 400 }),
    ];
    const { id } = await aFilledCart();
    const cart = await pay(id, one, other, one);
    expect(cart.gift_cards.map((card) => card.id).sort()).toEqual([one.id, other.id].sort());
    expect(cart.gift_card_total).toBe(700);
  });

  it("is replaced by the next codes, and removed by an empty list", async () => {
    const [one, other] = [await aGiftCard(shop, place.id), await aGiftCard(shop, place.id, { value: 200 })];
    const { id } = await aFilledCart();
    await pay(id, one);
    expect(await pay(id, other)).toMatchObject({ gift_cards: [{ id: other.id }], gift_card_total: 200 });
    expect(await pay(id)).toMatchObject({ gift_cards: [], gift_card_total: 0, total: 1100 });
    await pay(id, one);
    expect(await changeCart(visitor(), id, { gift_cards: null })).toMatchObject({ gift_cards: [] });
  });

  it("stays when something else changes", async () => {
    const card = await aGiftCard(shop, place.id);
    const { id } = await aFilledCart({ quantity: 2 });
    await pay(id, card);
    const cart = await changeCart(visitor(), id, { email: "giver@example.com" });
    expect(cart).toMatchObject({ gift_cards: [{ id: card.id }], gift_card_total: 1000 });
  });

  it("counts while it is enabled only", async () => {
    const card = await aGiftCard(shop, place.id, { value: 500 });
    const { id } = await aFilledCart();
    await pay(id, card);
    await shop.admin.post(`/admin/gift-cards/${card.id}`, { is_disabled: true });
    expect(await readCart(visitor(), id)).toMatchObject({ gift_card_total: 0, total: 1100 });
  });

  it("counts no more after it was deleted", async () => {
    const card = await aGiftCard(shop, place.id, { value: 500 });
    const { id } = await aFilledCart();
    await pay(id, card);
    await shop.admin.delete(`/admin/gift-cards/${card.id}`);
    expect(await readCart(visitor(), id)).toMatchObject({ gift_cards: [], gift_card_total: 0, total: 1100 });
  });

  it("leaves nothing to be paid otherwise when it covers all", async () => {
    const card = await aGiftCard(shop, place.id, { value: 5000 });
    const { id } = await aFilledCart();
    expect((await openSessions(visitor(), id)).payment_sessions).toHaveLength(1);
    expect((await pay(id, card)).payment_sessions).toEqual([]);
    expect((await openSessions(visitor(), id)).payment_sessions).toEqual([]);
    expect((await pay(id)).payment_sessions).toEqual([]);
    expect((await openSessions(visitor(), id)).payment_session).toMatchObject({ amount: 1100 });
  });
});

describe("a gift card is refused", () => {
  it("that does not exist, also when others do", async () => {
    const card = await aGiftCard(shop, place.id);
    const { id } = await aFilledCart();
    for (const codes of [["AAAA-BBBB-CCCC-DDDD"], [card.code, "AAAA-BBBB-CCCC-DDDD"]]) {
      expect(await refusing(id, ...codes)).toEqual({
        status: 404,
        type: "not_found",
        message: "Gift card with code: AAAA-BBBB-CCCC-DDDD was not found",
      });
    }
  });

  it("in other letters than its own", async () => {
    const card = await aGiftCard(shop, place.id);
    const { id } = await aFilledCart();
    expect((await refusing(id, card.code.toLowerCase())).status).toBe(404);
  });

  it("that is disabled", async () => {
    const card = await aGiftCard(shop, place.id, { is_disabled: true });
    const { id } = await aFilledCart();
    expect(await refusing(id, card.code)).toEqual({
      status: 400,
      type: "not_allowed",
      message: "The gift card is disabled",
    });
  });

  it("of another region", async () => {
    const other = await aPlace(shop);
    const card = await aGiftCard(shop, other.id);
    const { id } = await aFilledCart();
    expect(await refusing(id, card.code)).toEqual({
      status: 400,
      type: "invalid_data",
      message: "The gift card cannot be used in the current region",
    });
  });

  it("that was deleted", async () => {
    const card = await aGiftCard(shop, place.id);
    await shop.admin.delete(`/admin/gift-cards/${card.id}`);
    const { id } = await aFilledCart();
    expect((await refusing(id, card.code)).status).toBe(404);
  });
});
