import { describe, expect, it } from "vitest";
import { claimsByEmail, handedOver } from "./takeover.ts";

const order = (id: string, customer_id: string, email: string) => ({ id, customer_id, email });

describe("orders that somebody claims", () => {
  it("are asked for at the emails they were placed with, without one's own", () => {
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

describe("orders that are handed over", () => {
  const takeover = { claimingCustomerId: "cus_me", orders: ["a", "b"], oldEmail: "old@example.com" };
  const open = order("a", "cus_guest", "Old@example.com");

  it("are those that are not the customer's yet", () => {
    expect(handedOver([open, order("b", "cus_me", "me@example.com")], takeover)).toEqual(["a"]);
    expect(handedOver([order("a", "cus_me", "m"), order("b", "cus_me", "m")], takeover)).toEqual([]);
  });

  it("are none when one of them is gone, or belongs to another email by now", () => {
    expect(() => handedOver([open], takeover)).toThrow("not valid");
    expect(() => handedOver([open, order("b", "cus_x", "x@example.com")], takeover)).toThrow("not valid");
  });
});
