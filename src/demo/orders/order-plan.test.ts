import { describe, expect, it } from "vitest";
import { demoCustomers, orderGuests } from "../customers.ts";
import { demoProducts } from "../products.ts";
import { demoRegions } from "../regions.ts";
import { cartSteps, LEFT_CARTS, ORDERS, orderPlan, reachedStep } from "./order-plan.ts";
import { stories } from "./stories.ts";

const plan = orderPlan();

describe("the orders of the demo shop", () => {
  it("are always the same", () => {
    expect(orderPlan()).toEqual(plan);
    expect(plan.filter(({ origin }) => ["cart", "draft"].includes(origin))).toHaveLength(ORDERS);
  });

  it("have every story more than once", () => {
    for (const name of Object.keys(stories)) {
      expect(plan.filter(({ story }) => story === name).length, name).toBeGreaterThan(1);
    }
  });

  it("come from accounts and guests in every region, by cart and by telephone, some with a discount", () => {
    expect(new Set(plan.map(({ region }) => region.name))).toEqual(new Set(["Europe", "United States"]));
    expect(new Set(plan.map(({ buyer }) => buyer.email)).size).toBeGreaterThan(30);
    expect(plan.filter(({ buyer }) => buyer.isGuest).length).toBeGreaterThan(50);
    expect(plan.filter(({ buyer }) => !buyer.isGuest).length).toBeGreaterThan(50);
    expect(plan.filter(({ origin }) => origin === "draft").length).toBeGreaterThan(5);
    expect(plan.filter(({ discount }) => discount).length).toBeGreaterThan(20);
  });

  it("have new buyers until the end", () => {
    const orders = plan.slice(0, ORDERS);
    const emails = (some: typeof plan) => new Set(some.map(({ buyer }) => buyer.email));
    const before = emails(orders.slice(0, ORDERS - 60));
    const lately = [...emails(orders.slice(ORDERS - 60))];
    expect(lately.filter((email) => !before.has(email)).length).toBeGreaterThan(3);
    expect(lately.filter((email) => before.has(email)).length).toBeGreaterThan(10);
  });

  it("are followed by carts that were left at every step", () => {
    const left = plan.filter(({ origin }) => origin === "left cart");
    expect(left).toHaveLength(LEFT_CARTS);
    expect(new Set(left.map(reachedStep))).toEqual(new Set(cartSteps));
  });

  it("have buyers with different names and emails, in countries of the regions", () => {
    const people = [...demoCustomers, ...orderGuests];
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
    const countries = demoRegions.flatMap((region) => region.countries);
    for (const { email, address } of orderGuests) {
      expect(email).toMatch(/^[a-z]+[.][a-z]+@example[.]com$/);
      expect(countries).toContain(address.country);
    }
  });

  it("leave half of every variant in stock, and have no variant that is out of stock", () => {
    const stock = new Map(
      demoProducts.flatMap(({ variants }) => variants.map((each) => [each.sku, each.stock])),
    );
    const sold = new Map<string, number>();
    for (const { lines, other } of plan.filter(({ origin }) => origin !== "left cart")) {
      expect(new Set([...lines, other].map(({ sku }) => sku)).size).toBe(lines.length + 1);
      for (const { sku, quantity } of [...lines, other]) sold.set(sku, (sold.get(sku) ?? 0) + quantity);
    }
    for (const [sku, pieces] of sold) expect(pieces, sku).toBeLessThanOrEqual(stock.get(sku)! / 2);
  });
});
