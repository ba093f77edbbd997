import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aDiscount, tenPercent } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aHistory } from "../support/factories/order-history.ts";
import { anOrder, type PlacedOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let variantId: string;
/** Ten percent off and a gift card of 5.00. */
let order: PlacedOrder;

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
  const { id: optionId } = await anOption(shop, place.id);
  const { code } = await aDiscount(shop, place.id, { rule: tenPercent });
  const card = await aGiftCard(shop, place.id, { value: 500 });
  order = await anOrder(shop.visitor(), {
    place,
    variantId,
    optionId,
    quantity: 2,
    discounts: [{ code }],
    giftCards: [{ code: card.code }],
  });
});

const byId = (query = "", id = order.id) => shop.visitor().get(`/store/orders/${id}${query}`);
const byCart = (query = "", id = order.cart_id) => shop.visitor().get(`/store/orders/cart/${id}${query}`);
const keys = (row: object) => Object.keys(row).sort();

const fields = [
  ...["object", "id", "status", "fulfillment_status", "payment_status", "display_id", "cart_id"],
  ...["customer_id", "email", "region_id", "currency_code", "tax_rate", "created_at"],
];
const relations = [
  ...["customer", "discounts", "fulfillments", "items", "payments", "region", "shipping_address"],
  "shipping_methods",
];
const totals = [
  ...["subtotal", "discount_total", "raw_discount_total", "shipping_total", "item_tax_total"],
  ...["shipping_tax_total", "tax_total", "gift_card_total", "gift_card_tax_total", "total", "paid_total"],
  ...["refunded_total", "refundable_amount"],
];
/** As in v1, where fields were chosen. */
const chosenTotals = totals.filter((name) => name !== "raw_discount_total");
const history = ["claims", "gift_card_transactions", "gift_cards", "refunds", "swaps"];

const money = {
  subtotal: 2000,
  discount_total: 200,
  shipping_total: 500,
  item_tax_total: 180,
  shipping_tax_total: 50,
  gift_card_total: 500,
  gift_card_tax_total: 50,
  tax_total: 180,
  total: 1980,
  paid_total: 1980,
  refundable_amount: 1980,
};

describe("an order that a storefront shows by its id", () => {
  it("has what a confirmation needs, and its totals", async () => {
    const { status, body } = await byId();
    expect(status).toBe(200);
    expect(keys(body.order)).toEqual([...fields, ...relations, ...totals].sort());
    expect(body.order).toMatchObject({
      object: "order",
      id: order.id,
      email: order.email,
      ...money,
      customer: { id: order.customer_id },
      discounts: [{ rule: { type: "percentage" } }],
      payments: [{ amount: 1980 }],
      shipping_address: { address_1: "1 Test Road" },
      shipping_methods: [{ total: 550, tax_lines: [{ rate: 10 }], shipping_option: { amount: 500 } }],
    });
    expect(body.order.items).toMatchObject([
      {
        quantity: 2,
        subtotal: 2000,
        discount_total: 200,
        raw_discount_total: 200,
        tax_total: 180,
        total: 1980,
        refundable: 1980,
        tax_lines: [{ rate: 10 }],
        adjustments: [{ amount: 200 }],
        variant: { id: variantId },
      },
    ]);
  });

  it("is the same as the one that completing the cart answered with", async () => {
    expect((await byId()).body.order.total).toBe(order.total);
  });

  it("has only the selected fields and relations, and its totals", async () => {
    const { body } = await byId("?expand=shipping_address,billing_address&fields=status,total");
    expect(keys(body.order)).toEqual(
      ["billing_address", "id", "shipping_address", "status", ...chosenTotals].sort(),
    );
    expect(body.order).toMatchObject(money);
    const lines = (await byId("?expand=items&fields=object")).body.order;
    expect(keys(lines)).toEqual(["id", "items", "object", ...chosenTotals].sort());
    expect(lines.items[0]).toMatchObject({ adjustments: [{ amount: 200 }], variant: { id: variantId } });
  });

  it("shows the products where totals are asked for by name, as in v1", async () => {
    for (const read of [byId, byCart]) {
      const [line] = (await read("?expand=items&fields=id,items.refundable")).body.order.items;
      expect(line).toMatchObject({ refundable: 1980, total: 1980, variant: { product: { profile: {} } } });
      expect(line).not.toHaveProperty("raw_discount_total");
    }
  });

  it("has its lines with every addition to the default fields", async () => {
    const found = (await byId("?expand=customer")).body.order;
    expect(found.items[0]).toMatchObject({ tax_lines: [{}], variant: {} });
    expect(found).not.toHaveProperty("payments");
    expect((await byId("?expand=customer&fields=email")).body.order).not.toHaveProperty("items");
  });

  it("keeps what its totals were computed from when expand is empty, as in v1", async () => {
    const { body } = await byId("?expand=&fields=email");
    expect(keys(body.order)).toEqual(
      ["discounts", "email", "id", "items", "payments", "region", "shipping_methods", ...chosenTotals].sort(),
    );
  });

  it("shows where it was sent", async () => {
    const sent = await anOrder(shop.visitor(), { place, variantId });
    await aHistory(shop, sent);
    const found = (await byId("", sent.id)).body.order;
    expect(found.fulfillments).toMatchObject([{ tracking_links: [{ tracking_number: "T1" }] }]);
    expect(found).toMatchObject({ refunded_total: 100, refundable_amount: 1000 });
    for (const name of history) expect(found).not.toHaveProperty(name);
  });

  it("is a 404 when there is none", async () => {
    const { status, body } = await byId("", "order_unknown");
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message: "Order with id: order_unknown was not found" });
    for (const id of [order.cart_id, String(order.display_id), order.email, "%25", "a".repeat(200)]) {
      expect((await byId("", encodeURIComponent(id))).status, id).toBe(404);
    }
  });
});

describe("an order that a storefront shows by its cart", () => {
  it("comes with all that its totals were computed from", async () => {
    const { status, body } = await byCart();
    expect(status).toBe(200);
    expect(keys(body.order)).toEqual([...fields, ...relations, ...history, ...totals].sort());
    expect(body.order).toMatchObject({
      ...money,
      gift_cards: [{ balance: 0 }],
      gift_card_transactions: [{ amount: 500 }],
      claims: [],
      swaps: [],
      refunds: [],
    });
  });

  it("shows the transaction of a gift card, but not the card again", async () => {
    const { body } = await byCart("?expand=customer&fields=total");
    expect(body.order.gift_card_transactions).toMatchObject([{ amount: 500 }]);
    expect(body.order.gift_card_transactions[0]).not.toHaveProperty("gift_card");
  });

  it("has that with any expand and fields", async () => {
    const { body } = await byCart("?expand=customer&fields=email");
    const computedFrom = ["discounts", "items", "payments", "region", "shipping_methods", ...history];
    expect(keys(body.order)).toEqual(
      ["object", "id", "email", "customer", ...computedFrom, ...chosenTotals].sort(),
    );
  });

  it("is a 404 for a cart that is unknown, or still open", async () => {
    const open = await shop.visitor().post("/store/carts", { region_id: place.id });
    for (const id of ["cart_unknown", open.body.cart.id, order.id]) {
      const { status, body } = await byCart("", id);
      expect(status).toBe(404);
      expect(body).toEqual({ type: "not_found", message: `Order with cart_id: ${id} was not found` });
    }
  });
});

describe("both", () => {
  it("take one statement with any relations of the order", async () => {
    for (const read of [byId, byCart]) {
      for (const query of ["", "?expand=", "?expand=customer,fulfillments.tracking_links&fields=id"]) {
        const { statements, credentials, result } = await countingStatements(shop.db, () => read(query));
        expect(result.status).toBe(200);
        expect(statements).toHaveLength(1);
        expect(credentials).toBe(0);
      }
    }
  });

  it.each([
    "expand=nonsense",
    "expand=cart",
    "expand=sales_channel",
    "expand=edits",
    "expand=returns",
    "expand=draft_order",
    "expand=region.payment_providers",
    "expand=discounts.regions",
    "expand=shipping_methods.shipping_option.profile",
    "fields=metadata",
    "fields=draft_order_id",
    "fields=external_id",
    "fields=items.title",
    "fields=*items",
    "fields=nonsense",
    "fields=$facts",
    "limit=1",
  ])("refuse ?%s", async (query) => {
    for (const read of [byId, byCart]) {
      const { status, body } = await read(`?${query}`);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
    }
  });
});
