import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import {
  aPayableCart,
  aPlace,
  changeCart,
  complete,
  type Place,
  readCart,
  rowsOf,
} from "../support/factories/carts.ts";
import { aDiscount, aDynamicCode, readDiscount, type ShownDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { bookingsOf, ScriptedPayment } from "../support/services/scripted-payment.ts";

const payment = new ScriptedPayment();
let place: Place;
let serviced: Place;
let variantId: string;

const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(payment);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aPlace(shop);
  serviced = await aPlace(shop, { payment_providers: ["scripted"] });
  variantId = await aSoldVariant(shop);
});
it.beforeEach(() => payment.reset());

/** After the cart has been made, however long that takes. */
const soon = () => new Date(Date.now() + 1500).toISOString();
const bySql = (text: string, ...values: unknown[]) => shop.db.run({ text, values });

/** Waits until the clock of the database has passed the moment. */
async function untilAfter(moment: string): Promise<void> {
  const isOver = async () =>
    (await shop.db.run<{ over: boolean }>({ text: "select now() > $1 as over", values: [moment] }))[0]!.over;
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function aCartWith(codes: Record<string, unknown>, where = place) {
  const { id } = await aPayableCart(shop.visitor(), { place: where, variantId });
  return changeCart(shop.visitor(), id, codes);
}

/** Refused with this code; nothing of the cart, the discount or the card has changed, and there is no order. */
async function refusedWith(code: string, cartId: string): Promise<void> {
  const before = await rowsOf(shop, cartId);
  const { status, body } = await complete(shop.visitor(), cartId);
  expect({ status, type: body.type, code: body.code }).toEqual({ status: 409, type: "not_allowed", code });
  expect(await rowsOf(shop, cartId)).toEqual(before);
  expect(await bookingsOf(shop, cartId)).toEqual({ orders: 0, payments: 0, placed: 0 });
}

describe.each(["was read by this process just before", "was not read since"])("A cart that %s", (how) => {
  const look = async (cartId: string) => {
    if (how.startsWith("was read")) await readCart(shop.visitor(), cartId);
  };

  it.each<[string, (discount: ShownDiscount) => Promise<unknown>]>([
    ["discount_disabled", ({ id }) => shop.admin.post(`/admin/discounts/${id}`, { is_disabled: true })],
    [
      "discount_expired",
      ({ id }) => bySql("update discount set ends_at = now() - interval '1 s' where id = $1", id),
    ],
    [
      "discount_not_started",
      ({ id }) => bySql("update discount set starts_at = now() + interval '1 h' where id = $1", id),
    ],
  ])(
    "is refused with %s when its discount no longer holds, and completes without it",
    async (code, change) => {
      const discount = await aDiscount(shop, place.id);
      const cart = await aCartWith({ discounts: [{ code: discount.code }] });
      await look(cart.id);
      await change(discount);
      await refusedWith(code, cart.id);
      const now = await readDiscount(shop, discount.id);
      expect(now.usage_count).toBe(0);
      const { is_disabled, starts_at, ends_at } = now;
      const shown = await readCart(shop.visitor(), cart.id);
      expect(shown.discounts).toMatchObject([{ code: discount.code, is_disabled, starts_at, ends_at }]);
      await shop.visitor().delete(`/store/carts/${cart.id}/discounts/${discount.code}`);
      const { status, body } = await complete(shop.visitor(), cart.id);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ discount_total: 0, total: 1100 });
    },
  );

  it("is refused when its discount ends while nothing is written", async () => {
    const discount = await aDiscount(shop, place.id);
    const cart = await aCartWith({ discounts: [{ code: discount.code }] });
    const ends_at = soon();
    await bySql("update discount set ends_at = $1 where id = $2", ends_at, discount.id);
    await look(cart.id);
    await untilAfter(ends_at);
    await look(cart.id);
    await refusedWith("discount_expired", cart.id);
  });

  it("is refused when its gift card ends while nothing is written, and completes without it", async () => {
    const card = await aGiftCard(shop, place.id, { value: 300 });
    const cart = await aCartWith({ gift_cards: [{ code: card.code }] });
    const ends_at = soon();
    await bySql("update gift_card set ends_at = $1 where id = $2", ends_at, card.id);
    await look(cart.id);
    await untilAfter(ends_at);
    await look(cart.id);
    await refusedWith("gift_card_expired", cart.id);
    expect((await shop.admin.get(`/admin/gift-cards/${card.id}`)).body.gift_card.balance).toBe(300);
    expect((await readCart(shop.visitor(), cart.id)).gift_cards).toMatchObject([{ ends_at }]);
    await changeCart(shop.visitor(), cart.id, { gift_cards: [] });
    const { status, body } = await complete(shop.visitor(), cart.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ gift_card_total: 0, total: 1100 });
  });

  it.each([
    ["discount_disabled", "is_disabled = true"],
    ["discount_expired", "ends_at = now() - interval '1 s'"],
    ["discount_disabled", "deleted_at = now()"],
  ])("is refused with %s when the discount that its dynamic code was made from has %s", async (code, set) => {
    const parent = await aDiscount(shop, place.id, { is_dynamic: true });
    const dynamic = await aDynamicCode(shop, parent.id);
    const cart = await aCartWith({ discounts: [{ code: dynamic.code }] });
    await look(cart.id);
    await bySql(`update discount set ${set} where id = $1`, parent.id);
    await refusedWith(code, cart.id);
    const again = await aPayableCart(shop.visitor(), { place, variantId });
    const applied = await shop
      .visitor()
      .post(`/store/carts/${again.id}`, { discounts: [{ code: dynamic.code }] });
    expect({ status: applied.status, type: applied.body.type }).toEqual({ status: 400, type: "not_allowed" });
  });
});

it("A customer is not asked to pay for a cart whose discount has ended", async () => {
  const discount = await aDiscount(shop, serviced.id);
  const cart = await aCartWith({ discounts: [{ code: discount.code }] }, serviced);
  await bySql("update discount set ends_at = now() - interval '1 s' where id = $1", discount.id);
  payment.asked = [];
  await refusedWith("discount_expired", cart.id);
  expect(payment.asked).toEqual([]);
});

it("A discount that is disabled while the customer pays stops the order, and the money is released", async () => {
  const discount = await aDiscount(shop, serviced.id);
  const cart = await aCartWith({ discounts: [{ code: discount.code }] }, serviced);
  payment.meanwhile = async () => {
    await bySql("update discount set is_disabled = true where id = $1", discount.id);
  };
  payment.asked = [];
  const { status, body } = await complete(shop.visitor(), cart.id);
  expect({ status, code: body.code }).toEqual({ status: 409, code: "discount_disabled" });
  expect(payment.asked).toEqual(["authorize", "cancel"]);
  expect(await bookingsOf(shop, cart.id)).toEqual({ orders: 0, payments: 0, placed: 0 });
});
