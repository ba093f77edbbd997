import { describe, expect, it } from "vitest";
import { claimsByEmail, ordersToAssign } from "./order-claim.ts";

const order = (id: string, customer_id: string, email: string) => ({ id, customer_id, email });

describe("claimed orders", () => {
  it("are grouped by their email, without the customer's own", () => {
    const orders = [
      order("a", "cus_guest", "Old@example.com"),
      order("b", "cus_me", "me@example.com"),
      order("c", "cus_other", "old@example.com"),
      order("d", "cus_other", "x@example.com"),
    ];
    expect([...claimsByEmail(orders, "cus_me")]).toEqual([
      ["old@example.com", ["a", "c"]],
      ["x@example.com", ["d"]],
    ]);
  });
});

describe("orders to assign", () => {
  const claim = { claimingCustomerId: "cus_me", orders: ["a", "b"], oldEmail: "old@example.com" };
  const open = order("a", "cus_guest", "Old@example.com");

  it("are those that do not belong to the customer yet", () => {
    expect(ordersToAssign([open, order("b", "cus_me", "me@example.com")], claim)).toEqual(["a"]);
    expect(ordersToAssign([order("a", "cus_me", "m"), order("b", "cus_me", "m")], claim)).toEqual([]);
  });

  it("are refused if one is missing or has another email by now", () => {
    expect(() => ordersToAssign([open], claim)).toThrow("not valid");
    expect(() => ordersToAssign([open, order("b", "cus_x", "x@example.com")], claim)).toThrow("not valid");
  });
});
