import fc from "fast-check";
import { expect } from "vitest";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import type { TestShop } from "../support/fixtures/shop.ts";
import { type Action, OrderStory } from "./order-story.ts";

/** Where random orders are placed. */
export interface SalesWorld {
  shop: TestShop;
  places: ReturnPlace[];
  goods: string[];
  card: string;
  code: string;
}

/** Two regions with their currencies and rates, goods, a gift card, and a discount code. */
export async function aSalesWorld(shop: TestShop): Promise<SalesWorld> {
  await shop.admin.post("/admin/store", { currencies: ["usd", "eur"] });
  const places = [
    await aReturnPlace(shop, { tax_rate: 12.5 }),
    await aReturnPlace(shop, { tax_rate: 19, currency_code: "eur" }),
  ];
  const goods: string[] = [];
  for (const amount of [1999, 501]) {
    const prices = ["usd", "eur"].map((currency_code) => ({ currency_code, amount }));
    goods.push(await aSoldVariant(shop, { stock: 10_000, prices }));
  }
  const prices = ["usd", "eur"].map((currency_code) => ({ currency_code, amount: 2500 }));
  const variants = [{ title: "25", manage_inventory: false, prices }];
  const card = await aSoldVariant(shop, { product: { is_giftcard: true, variants } });
  const regions = places.map(({ id }) => id);
  const rule = { type: "percentage", value: 7, allocation: "total" };
  const { code } = await aDiscount(shop, places[0]!.id, { regions, rule });
  return { shop, places, goods, card, code };
}

/** An order, when it was placed, and what happened to it. */
export interface Sale {
  place: number;
  customer: number;
  quantity: number;
  hasCard: boolean;
  hasDiscount: boolean;
  paysWithCard: boolean;
  /** Minutes after the first moment of the test's year. */
  placedAt: number;
  actions: (Action & { at: number })[];
}

const YEAR = Date.parse("2025-11-01T00:00:00Z");
const minuteOfYear = fc.nat(365 * 24 * 60);

export const sale = fc.record<Sale>({
  place: fc.nat(1),
  customer: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 3 }),
  hasCard: fc.boolean(),
  hasDiscount: fc.boolean(),
  paysWithCard: fc.boolean(),
  placedAt: minuteOfYear,
  actions: fc.array(
    fc.record({
      kind: fc.constantFrom(
        ...(["capture", "capture", "send", "refund", "return", "claim", "swap", "edit", "cancel"] as const),
      ),
      pieces: fc.integer({ min: 1, max: 2 }),
      amount: fc.integer({ min: 1, max: 900 }),
      at: minuteOfYear,
    }),
    { maxLength: 4 },
  ),
});

const action = (kind: Action["kind"], amount: number, at: number) => ({ kind, pieces: 1, amount, at });
const plain = { place: 0, customer: 0, quantity: 3, hasCard: true, hasDiscount: true, paysWithCard: true };
/** One order to which everything happens, and one that is canceled. */
export const everything: Sale[] = [
  {
    ...plain,
    placedAt: 1_000,
    actions: [
      action("capture", 1, 1_000),
      action("refund", 100, 2_000),
      action("edit", 2, 2_000),
      action("capture", 1, 2_500),
      action("send", 1, 3_000),
      action("return", 300, 50_000),
      action("claim", 200, 100_000),
      { kind: "swap", pieces: 2, amount: 1, at: 200_000 },
    ],
  },
  { ...plain, place: 1, placedAt: 5_000, actions: [action("cancel", 1, 6_000)] },
];

const momentOf = (minute: number) => new Date(YEAR + minute * 60_000);

/** What is moved, and the column with its time. */
const columns = {
  order: ["id", "created_at", ""],
  refund: ["order_id", "created_at", ""],
  payment: ["order_id", "created_at", "and swap_id is not null"],
  return: ["order_id", "received_at", ""],
} as const;

/** By plain SQL, as another program on the same database would write. */
function moveInTime(
  shop: TestShop,
  table: keyof typeof columns,
  { id, minute }: { id: string; minute: number },
) {
  const [key, time, condition] = columns[table];
  return shop.db.run({
    text: `update "${table}" set ${time} = $2 where ${key} = $1 ${condition} and ${time} > now() - interval '5 minutes'`,
    values: [id, momentOf(minute)],
  });
}

/** Places an order and lets happen to it what happens. The kinds that were accepted are added to `done`. */
export async function sell(world: SalesWorld, sold: Sale, done: Set<string>): Promise<void> {
  const { shop, places, goods, card, code } = world;
  const place = places[sold.place]!;
  const items = goods.map((variantId) => ({ variantId, quantity: sold.quantity }));
  const giftCard = sold.paysWithCard
    ? [{ code: (await aGiftCard(shop, place.id, { value: 700 })).code }]
    : [];
  const { id } = await anOrder(shop.visitor(), {
    place,
    items: sold.hasCard ? [...items, { variantId: card, quantity: 1 }] : items,
    email: `customer-${sold.customer}@example.com`,
    optionId: place.optionId,
    ...(sold.hasDiscount ? { discounts: [{ code }] } : {}),
    giftCards: giftCard,
  });
  await moveInTime(shop, "order", { id, minute: sold.placedAt });
  const story = new OrderStory(id, { shop, place, variantId: goods[0]!, providerId: "manual" });
  for (const each of sold.actions) {
    const { status, body } = await story.tell[each.kind](each);
    expect(status, `${each.kind}: ${JSON.stringify(body)}`).toBeLessThan(500);
    if (status === 200) done.add(each.kind);
    for (const table of ["refund", "payment", "return"] as const)
      await moveInTime(shop, table, { id, minute: each.at });
  }
}

/** A period that figures are asked for. */
export interface Question {
  from: number;
  days: number;
  timezone: string;
}

export const question = fc.record<Question>({
  from: fc.nat(330),
  days: fc.integer({ min: 1, max: 120 }),
  timezone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham"),
});

export const dayAt = (day: number) => new Date(YEAR + day * 86_400_000).toISOString().slice(0, 10);
