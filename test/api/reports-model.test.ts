import fc from "fast-check";
import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";
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
import { readReportedOrders, SlowReports } from "./reports-model.ts";

let world: SalesWorld;

const { it, shop } = withShop();
it.beforeAll(async () => {
  world = await aSalesWorld(shop);
});

type Figures = Record<string, number>;
// biome-ignore lint/suspicious/noExplicitAny: rows of every report
type Row = any;

async function ask(path: string, asked: Record<string, string>) {
  const { status, body } = await shop.admin.get(`/admin/${path}?${new URLSearchParams(asked)}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.pending_orders).toBe(0);
  return body;
}

/** The figures of rows by key, of those that the model has. */
const byKey = (rows: Row[], keyOf: (row: Row) => string): Record<string, Figures> =>
  Object.fromEntries(rows.map((row) => [keyOf(row), row.current]));

function expectRows(shown: Record<string, Figures>, model: Record<string, Figures>, what: string): void {
  expect(Object.keys(shown).sort(), what).toEqual(Object.keys(model).sort());
  for (const [key, figures] of Object.entries(model))
    expect(shown[key], `${what} ${key}`).toMatchObject(figures);
}

/** Every report of one currency and period against the orders, and against the figures of the home page. */
async function expectSame({ from, days, timezone }: Question, currency: string): Promise<void> {
  const period = { from: dayAt(from), to: dayAt(from + days - 1), timezone };
  const asked = { ...period, currency_code: currency };
  const slow = new SlowReports(await readReportedOrders(shop), { ...period, currency });
  const summary = (await ask("analytics/summary", asked)).currencies[0].current;

  const products = await ask("reports/products", asked);
  expectRows(
    byKey(products.rows, ({ id }) => id),
    slow.products((product) => product),
    "products",
  );
  const both = await ask("reports/products", { ...asked, by: "product_and_region" });
  expectRows(
    byKey(both.rows, ({ id, region_id }) => `${id} ${region_id}`),
    slow.products((product, region) => `${product} ${region}`),
    "products and regions",
  );
  expect(both.totals).toEqual(products.totals);

  const regions = await ask("reports/regions", asked);
  expectRows(
    byKey(regions.rows, ({ id }) => id),
    slow.places(({ region_id }) => region_id),
    "regions",
  );
  const countries = await ask("reports/countries", asked);
  expect(countries.totals).toEqual(regions.totals);
  const { orders, sales, discounts, shipping, taxes, refunds, exchanges, revenue } = summary;
  const whole = { orders, sales, discounts, shipping, taxes, refunds, exchanges, revenue };
  expect(regions.totals.current).toMatchObject(whole);

  for (const interval of ["day", "week", "month"]) {
    const report = await ask("reports/sales", { ...asked, interval });
    expect(report.totals.current, interval).toEqual(regions.totals.current);
    const compared = report.rows.reduce((all: number, row: Row) => all + row.compared.sales, 0);
    expect(compared, interval).toBe(regions.totals.compared.sales);
    const row = report.rows[Math.floor(report.rows.length / 2)];
    const part = { from: row.from, to: row.to, timezone, currency };
    const model = new SlowReports(await readReportedOrders(shop), part).places(() => "all");
    expect(row.current).toMatchObject(model["all"] ?? { orders: 0, sales: 0, refunds: 0 });
  }

  const codes = await ask("reports/discounts", asked);
  expectRows(
    byKey(codes.rows, ({ id }) => id),
    slow.codes(),
    "codes",
  );
  expect(codes.totals.current.discounts).toBe(discounts);

  const rates = await ask("reports/taxes", asked);
  const taxed = rates.rows.filter(({ rate }: Row) => rate !== null);
  const model = slow.taxesByRate();
  for (const [rate, figures] of Object.entries(model))
    expect(taxed.find((row: Row) => String(row.rate) === rate).current).toMatchObject(figures);
  expect(rates.totals.current.taxes).toBe(taxes);

  const reasons = await ask("reports/returns", { ...asked, by: "reason" });
  expectRows(
    byKey(reasons.rows, ({ id }) => id ?? ""),
    slow.reasons(),
    "reasons",
  );
  const returns = await ask("reports/returns", asked);
  expect(returns.totals.current).toEqual(reasons.totals.current);
  expect(returns.totals.current.returned_quantity).toBe(regions.totals.current.returned_quantity);

  const { rows } = await ask("reports/customers", asked);
  const shown = rows.map(({ customer_id, orders, sales, refunds, current }: Row) => [
    customer_id,
    {
      orders,
      sales,
      refunds,
      orders_in_period: current.orders,
      sales_in_period: current.sales,
      refunds_in_period: current.refunds,
    },
  ]);
  expect(Object.fromEntries(shown)).toEqual(slow.customers());
}

describe("the reports on random orders", () => {
  it("are those of a plain sum over the orders, to the cent", async () => {
    const done = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 3 }),
        fc.array(question, { minLength: 1, maxLength: 2 }),
        async (sales, questions) => {
          for (const each of sales) await sell(world, each, done);
          for (const each of questions)
            for (const currency of ["usd", "eur"]) await expectSame(each, currency);
        },
      ),
      {
        numRuns: 4,
        endOnFailure: true,
        examples: [[everything, [{ from: 0, days: 200, timezone: "Asia/Kathmandu" }]]],
      },
    );
    const all = { from: dayAt(0), to: dayAt(365), currency_code: "usd" };
    const { totals } = await ask("reports/returns", all);
    expect(totals.current.returned_quantity).toBeGreaterThan(0);
    expect([...done]).toEqual(
      expect.arrayContaining(["capture", "refund", "edit", "return", "claim", "swap"]),
    );
  });
});
