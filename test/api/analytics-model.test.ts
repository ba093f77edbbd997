import fc from "fast-check";
import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";
import { readAllOrders, SlowAnalytics } from "./analytics-model.ts";
import {
  aSalesWorld,
  dayAt,
  everything,
  type Question,
  question,
  type SalesWorld,
  sale,
  sell,
} from "./random-sales.ts";

let world: SalesWorld;

const { it, shop } = withShop();
it.beforeAll(async () => {
  world = await aSalesWorld(shop);
});

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
          for (const each of sales) await sell(world, each, done);
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
