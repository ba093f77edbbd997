import fc from "fast-check";
import { describe, expect } from "vitest";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { anOrder } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { readAllOrders, SlowAnalytics } from "./analytics-model.ts";
import { type Action, OrderStory } from "./order-story.ts";

const places: ReturnPlace[] = [];
const goods: string[] = [];
let card: string;
let code: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  await shop.admin.post("/admin/store", { currencies: ["usd", "eur"] });
  places.push(await aReturnPlace(shop, { tax_rate: 12.5 }));
  places.push(await aReturnPlace(shop, { tax_rate: 19, currency_code: "eur" }));
  for (const amount of [1999, 501]) {
    const prices = ["usd", "eur"].map((currency_code) => ({ currency_code, amount }));
    goods.push(await aSoldVariant(shop, { stock: 10_000, prices }));
  }
  const prices = ["usd", "eur"].map((currency_code) => ({ currency_code, amount: 2500 }));
  const variants = [{ title: "25", manage_inventory: false, prices }];
  card = await aSoldVariant(shop, { product: { is_giftcard: true, variants } });
  const regions = places.map(({ id }) => id);
  const rule = { type: "percentage", value: 7, allocation: "total" };
  ({ code } = await aDiscount(shop, places[0]!.id, { regions, rule }));
});

/** An order, when it was placed, and what happened to it. */
interface Sale {
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

const sale = fc.record<Sale>({
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
const everything: Sale[] = [
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

/** By plain SQL, as another program on the same database would write. */
const moveInTime = (table: string, orderId: string, minute: number) =>
  shop.db.run({
    text: `update ${table} set created_at = $2 where ${table === '"order"' ? "id" : "order_id"} = $1
      ${table === "payment" ? "and swap_id is not null" : ""} and created_at > now() - interval '5 minutes'`,
    values: [orderId, momentOf(minute)],
  });

async function sell(sold: Sale, done: Set<string>): Promise<void> {
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
  await moveInTime('"order"', id, sold.placedAt);
  const story = new OrderStory(id, { shop, place, variantId: goods[0]!, providerId: "manual" });
  for (const each of sold.actions) {
    const { status, body } = await story.tell[each.kind](each);
    expect(status, `${each.kind}: ${JSON.stringify(body)}`).toBeLessThan(500);
    if (status === 200) done.add(each.kind);
    for (const table of ["refund", "payment"]) await moveInTime(table, id, each.at);
  }
}

interface Question {
  from: number;
  days: number;
  timezone: string;
}

const question = fc.record<Question>({
  from: fc.nat(330),
  days: fc.integer({ min: 1, max: 120 }),
  timezone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham"),
});

const dayAt = (day: number) => new Date(YEAR + day * 86_400_000).toISOString().slice(0, 10);

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
async function ask(name: string, asked: Record<string, string>): Promise<any> {
  const { status, body } = await shop.admin.get(`/admin/analytics/${name}?${new URLSearchParams(asked)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.pending_orders).toBe(0);
  return body;
}

async function expectSame({ from, days, timezone }: Question): Promise<void> {
  const asked = { from: dayAt(from), to: dayAt(from + days - 1), timezone };
  const orders = await readAllOrders(shop);
  const model = new SlowAnalytics(orders, asked);
  const [summary, series, top] = [
    await ask("summary", asked),
    await ask("series", { ...asked, interval: "day" }),
    await ask("top", { ...asked, limit: "100" }),
  ];
  expect(summary.customers.current).toEqual(model.customers());
  for (const [index, currency] of ["usd", "eur"].entries()) {
    const of = <Row extends { currency_code: string }>(rows: Row[]) =>
      rows.find(({ currency_code }) => currency_code === currency)!;
    const { current } = of<{ currency_code: string; current: Record<string, number> }>(summary.currencies);
    expect(current, `${currency} ${index}`).toEqual(model.figures(currency));

    const points: Record<string, number>[] = of<never>(series.currencies)["current"];
    expect(points).toHaveLength(days);
    for (const name of ["orders", "sales", "refunds", "exchanges", "revenue"])
      expect(points.reduce((sum, point) => sum + point[name]!, 0)).toBe(current[name]);
    const day = Math.floor(days / 2);
    const single = dayAt(from + day);
    const one = new SlowAnalytics(orders, { from: single, to: single, timezone });
    expect(points[day]).toMatchObject(shortened(one.figures(currency)));

    const best = of<{ currency_code: string; products: object[]; countries: never[] }>(top.currencies);
    expect(best.products).toMatchObject(model.products(currency));
    const countries = best.countries.map(({ country_code, orders }) => [country_code, orders] as const);
    expect(new Map(countries)).toEqual(model.countries(currency));
  }
}

const shortened = ({ orders, sales, refunds, exchanges, revenue }: ReturnType<SlowAnalytics["figures"]>) => ({
  orders,
  sales,
  refunds,
  exchanges,
  revenue,
});

describe("the figures of random orders", () => {
  it("are those of a plain sum over the orders, to the cent", async () => {
    const done = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 3 }),
        fc.array(question, { minLength: 2, maxLength: 3 }),
        async (sales, questions) => {
          for (const each of sales) await sell(each, done);
          for (const each of questions) await expectSame(each);
        },
      ),
      {
        numRuns: 5,
        endOnFailure: true,
        examples: [[everything, [{ from: 0, days: 200, timezone: "Asia/Kathmandu" }]]],
      },
    );
    const { currencies } = await ask("summary", { from: dayAt(0), to: dayAt(365) });
    expect(currencies[0].current.exchanges).toBeGreaterThan(0);
    expect([...done]).toEqual(
      expect.arrayContaining(["capture", "refund", "edit", "return", "claim", "swap", "cancel"]),
    );
  });
});
