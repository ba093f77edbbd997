import { describe, expect } from "vitest";
import {
  aPlace,
  changeCart,
  complete,
  openSessions,
  type Place,
  readCart,
} from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { aGiftCard, type GiftCardView } from "../support/factories/gift-cards.ts";
import { anOrder, type PlacedOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();
let place: Place;
let variantId: string;
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop, { stock: 1000 });
});

const masked = (code: string) => `****-****-****-${code.slice(-4)}`;
const visitor = () => shop.visitor();

/** An order that a card of 100.00 has paid; most of it is left. */
async function anOrderPaidByCard(client = visitor(), email?: string) {
  const card = await aGiftCard(shop, place.id, { value: 10_000 });
  const order = await anOrder(client, { place, variantId, email, giftCards: [{ code: card.code }] });
  return { card, order };
}

/** The answer shows the card, and not its code. */
function expectMasked({ status, body }: { status: number; body: unknown }, { code }: GiftCardView) {
  const text = JSON.stringify(body);
  expect([status, text.includes(code)]).toEqual([200, false]);
  expect(text).toContain(masked(code));
}

describe("the code of a gift card in the storefront", () => {
  it("is whole on an open cart: its visitor wants to see what pays", async () => {
    const { code } = await aGiftCard(shop, place.id);
    const { body } = await visitor().post("/store/carts", { region_id: place.id });
    const cart = await changeCart(visitor(), body.cart.id, { gift_cards: [{ code }] });
    expect(cart.gift_cards).toMatchObject([{ code }]);
    expect((await readCart(visitor(), cart.id)).gift_cards).toMatchObject([{ code }]);
    const chosen = await visitor().get(`/store/carts/${cart.id}?fields=id&expand=gift_cards`);
    expect(chosen.body.cart.gift_cards).toMatchObject([{ code }]);
  });

  it("does not get from the number and email of an order to a person who spends the rest", async () => {
    const { card, order } = await anOrderPaidByCard();
    const lookup = `/store/orders?display_id=${order.display_id}&email=${order.email}`;
    const found = await visitor().get(lookup);
    expect(JSON.stringify(found.body)).not.toContain(card.code);
    const { cart_id } = found.body.order;
    const seen = await visitor().get(`/store/carts/${cart_id}`);
    expectMasked(seen, card);
    const mine = await visitor().post("/store/carts", { region_id: place.id });
    const spent = await visitor().post(`/store/carts/${mine.body.cart.id}`, {
      gift_cards: [{ code: seen.body.cart.gift_cards[0].code }],
    });
    expect(spent.status).toBe(404);
  });

  it("is masked on a completed cart, however it is read", async () => {
    const { card, order } = await anOrderPaidByCard();
    const path = `/store/carts/${order.cart_id}`;
    // Twice: the second answer may come from the cache.
    expectMasked(await visitor().get(path), card);
    expectMasked(await visitor().get(path), card);
    expectMasked(await visitor().get(`${path}?fields=id&expand=gift_cards`), card);
    expectMasked(await visitor().get(`${path}?expand=gift_cards.region`), card);
    expectMasked(await visitor().post(`${path}/taxes`), card);
  });

  it("is masked from the completion on, also where the cart was in the cache", async () => {
    const card = await aGiftCard(shop, place.id, { value: 10_000 });
    const { body } = await visitor().post("/store/carts", {
      region_id: place.id,
      country_code: place.countries[0],
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    const { id } = body.cart;
    await changeCart(visitor(), id, { email: "holder@example.com", gift_cards: [{ code: card.code }] });
    await openSessions(visitor(), id);
    expect((await readCart(visitor(), id)).gift_cards).toMatchObject([{ code: card.code }]);
    const { body: completed } = await complete(visitor(), id);
    expect(completed.data.gift_cards).toMatchObject([{ code: card.code }]);
    expectMasked(await visitor().get(`/store/carts/${id}`), card);
    // Only the request that completed an open cart has seen its codes before.
    expectMasked(await complete(visitor(), id), card);
    expectMasked(await complete(visitor(), id, "a key of another visitor"), card);
  });

  it.each(["abc", "the id"])(
    "is masked for a person who guesses the key of the completion: %s",
    async (key) => {
      const card = await aGiftCard(shop, place.id, { value: 10_000 });
      const { body } = await visitor().post("/store/carts", {
        region_id: place.id,
        country_code: place.countries[0],
        items: [{ variant_id: variantId, quantity: 1 }],
      });
      const { id } = body.cart;
      await changeCart(visitor(), id, { email: "holder@example.com", gift_cards: [{ code: card.code }] });
      await openSessions(visitor(), id);
      const guessed = key === "the id" ? id : key;
      expect(JSON.stringify((await complete(visitor(), id, guessed)).body)).toContain(card.code);
      expectMasked(await complete(visitor(), id, guessed), card);
    },
  );

  it("is masked on the cart of a draft order, whose id many users can read", async () => {
    const card = await aGiftCard(shop, place.id);
    const items = [{ variant_id: variantId, quantity: 1 }];
    const draft = await shop.admin.post("/admin/draft-orders", {
      email: "draft@example.com",
      region_id: place.id,
      items,
      shipping_methods: [],
    });
    const { cart_id } = draft.body.draft_order;
    expectMasked(
      await visitor().post(`/store/carts/${cart_id}`, { gift_cards: [{ code: card.code }] }),
      card,
    );
    expectMasked(await visitor().get(`/store/carts/${cart_id}`), card);
  });

  it("is masked on orders, also for the customer", async () => {
    const { browser, email } = await aShopper(shop);
    const { card, order } = await anOrderPaidByCard(browser, email);
    expectMasked(await browser.get(`/store/orders/cart/${order.cart_id}`), card);
    expectMasked(await visitor().get(`/store/orders/cart/${order.cart_id}?expand=gift_cards`), card);
    const { body } = await browser.get(`/store/orders/${order.id}`);
    expect(JSON.stringify(body)).not.toContain(card.code);
    expectMasked(await browser.get("/store/customers/me/orders"), card);
  });

  it("shows the card to everybody who has the code", async () => {
    const { code } = await aGiftCard(shop, place.id);
    expect((await visitor().get(`/store/gift-cards/${code}`)).body.gift_card.code).toBe(code);
  });
});

describe("the code of a gift card for users", () => {
  it("is not to be had by the ids of open carts, which events show", async () => {
    await visitor().post("/store/carts", { region_id: place.id });
    const clerk = await aMemberWith(shop, await aRole(shop, "orders:read", "events:read", "webhooks:write"));
    const { status, body } = await clerk.client.get("/admin/events?limit=1000");
    expect(status).toBe(200);
    const names = body.events.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name.startsWith("cart."))).toEqual([]);
    const hook = { url: "https://example.com/hook", events: ["cart.*"] };
    expect(await clerk.client.post("/admin/webhooks", hook)).toMatchObject(lacking("gift-cards:write"));
  });

  /** Operations of the administration that show cards of an order. */
  const reads = ({ order, card }: { order: PlacedOrder; card: GiftCardView }) => [
    `/admin/orders/${order.id}`,
    `/admin/orders/${order.id}?fields=id&expand=gift_cards`,
    `/admin/orders/${order.id}?expand=gift_card_transactions.gift_card`,
    `/admin/orders/${order.id}?expand=cart.gift_cards`,
    `/admin/orders?id=${order.id}`,
    `/admin/orders?id=${order.id}&fields=id&expand=gift_cards`,
    `/admin/orders?id=${order.id}&expand=customer,gift_cards`,
    `/admin/customers/${order.customer_id}?expand=orders.gift_cards`,
    `/admin/gift-cards/${card.id}`,
    "/admin/gift-cards",
  ];

  it("is whole in a shop without roles, as in v1", async () => {
    const paid = await anOrderPaidByCard();
    for (const path of reads(paid)) {
      expect(JSON.stringify((await shop.admin.get(path)).body), path).toContain(paid.card.code);
    }
  });

  it("is masked for roles without gift-cards:write, also after an owner has read the same", async () => {
    const paid = await anOrderPaidByCard();
    const role = await aRole(shop, "orders:read", "orders:write", "customers:read", "gift-cards:read");
    const clerk = await aMemberWith(shop, role);
    for (const path of reads(paid)) {
      expect(JSON.stringify((await shop.admin.get(path)).body), path).toContain(paid.card.code);
      expectMasked(await clerk.client.get(path), paid.card);
      expect(JSON.stringify((await shop.admin.get(path)).body), path).toContain(paid.card.code);
    }
    const changed = await clerk.client.post(`/admin/orders/${paid.order.id}`, { no_notification: true });
    expectMasked(changed, paid.card);
  });

  it("is whole for a role with gift-cards:write", async () => {
    const { order, card } = await anOrderPaidByCard();
    const cashier = await aMemberWith(shop, await aRole(shop, "orders:read", "gift-cards:write"));
    const { body } = await cashier.client.get(`/admin/orders/${order.id}`);
    expect(body.order.gift_cards).toMatchObject([{ code: card.code }]);
  });

  it("is masked on the cart of a draft order", async () => {
    const card = await aGiftCard(shop, place.id);
    const { body } = await shop.admin.post("/admin/draft-orders", {
      email: "draft@example.com",
      region_id: place.id,
      items: [{ variant_id: variantId, quantity: 1 }],
      shipping_methods: [],
    });
    const { id, cart_id } = body.draft_order;
    await changeCart(visitor(), cart_id, { gift_cards: [{ code: card.code }] });
    const clerk = await aMemberWith(shop, "support");
    expectMasked(await clerk.client.get(`/admin/draft-orders/${id}`), card);
    expectMasked(await clerk.client.get(`/admin/draft-orders?expand=cart.gift_cards`), card);
  });

  it("is not found out by searching and sorting", async () => {
    const card = await aGiftCard(shop, place.id);
    const reader = await aMemberWith(shop, "read-only");
    const found = async (client: typeof shop.admin, q: string) =>
      (await client.get(`/admin/gift-cards?q=${q}`)).body.gift_cards.map(({ id }: { id: string }) => id);
    for (const part of [card.code, card.code.slice(0, 7), card.code.slice(5, 9)]) {
      expect(await found(shop.admin, part), part).toContain(card.id);
      expect(await found(reader.client, part), part).not.toContain(card.id);
    }
    expect(await found(reader.client, card.code.slice(-4))).toContain(card.id);
    const sorted = await reader.client.get("/admin/gift-cards?order=code");
    expect(sorted).toMatchObject({ status: 403, body: { code: "missing_permission" } });
    expect((await shop.admin.get("/admin/gift-cards?order=code")).status).toBe(200);
    const byCard = await reader.client.get("/admin/orders?order=-gift_cards.code");
    expect(byCard).toMatchObject({ status: 403, body: { code: "missing_permission" } });
  });

  it("is in no event, timeline, audit entry or export of personal data", async () => {
    const { browser, email } = await aShopper(shop);
    const { card, order } = await anOrderPaidByCard(browser, email);
    await shop.admin.post(`/admin/gift-cards/${card.id}`, { balance: 1 });
    for (const path of [
      `/admin/orders/${order.id}/timeline`,
      "/admin/events?limit=1000",
      "/admin/audit-log?limit=1000",
      `/admin/customers/${order.customer_id}/personal-data`,
    ]) {
      const { status, body } = await shop.admin.get(path);
      expect([path, status, JSON.stringify(body).includes(card.code)]).toEqual([path, 200, false]);
    }
  });
});
