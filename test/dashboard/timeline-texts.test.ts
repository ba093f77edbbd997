import { describe, expect, it } from "vitest";
import { EVENT_NAMES } from "../../dashboard/src/areas/platform/events/event-names.ts";
import de from "../../dashboard/src/i18n/de/pages/order.json" with { type: "json" };
import en from "../../dashboard/src/i18n/en/pages/order.json" with { type: "json" };

/** What an event of an order's timeline is about. */
const PARTS = ["order", "swap", "claim", "payment", "payment-collection", "order-edit", "note"];

const names = EVENT_NAMES.filter((name) => PARTS.includes(name.split(".")[0]!));

describe("the timeline of an order", () => {
  it.each(Object.entries({ en, de }))("says every event in words: %s", (_, { event }) => {
    const known = Object.keys(event);
    expect(names.map((name) => name.replaceAll(".", "_")).filter((key) => !known.includes(key))).toEqual([]);
  });
});
