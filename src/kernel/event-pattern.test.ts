import { describe, expect, it } from "vitest";
import { isEventPattern, matches } from "./event-pattern.ts";

describe("a pattern for events", () => {
  it.each(["*", "order.placed", "order.*", "oauth.token_generated.*", "order-edit-item-change.CREATED"])(
    "may be %s",
    (text) => expect(isEventPattern(text)).toBe(true),
  );

  it.each(["", " ", "a b", "order*", "*.placed", "order.*.x", "**", "order.**", ".*\n"])(
    "is not %j",
    (text) => expect(isEventPattern(text)).toBe(false),
  );

  it.each([
    ["*", "anything", true],
    ["order.placed", "order.placed", true],
    ["order.placed", "order.placed.twice", false],
    ["order.*", "order.placed", true],
    ["order.*", "order.a.b", true],
    ["order.*", "order", false],
    ["order.*", "order-edit.created", false],
    ["order.*", "orders.placed", false],
  ])("%s on %s: %s", (pattern, name, isMatch) => expect(matches(pattern, name)).toBe(isMatch));
});
