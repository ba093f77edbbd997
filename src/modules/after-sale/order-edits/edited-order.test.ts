import { describe, expect, it } from "vitest";
import type { LockedOrder } from "../../orders/orders/index.ts";
import {
  boundPieces,
  extraPieces,
  fulfillmentStatusAfterEdit,
  refuseMissingPieces,
  refuseTooFew,
  stockChangesOf,
} from "./edited-order.ts";
import type { LockedEdit } from "./order-edit.ts";

const anOrder = (details: object = {}) =>
  ({
    items: [
      { id: "l", title: "Shirt", quantity: 5, variant_id: "v", is_giftcard: false, returned_unsent: 0 },
    ],
    returns: [],
    swaps: [],
    claims: [],
    fulfillment_status: "not_fulfilled",
    ...details,
  }) as unknown as LockedOrder;

const anEdit = (...items: object[]) =>
  ({
    items: items.map((line) => ({ title: "Shirt", is_giftcard: false, ...line })),
  }) as unknown as LockedEdit;

const line = (details: object) => ({
  items: [
    {
      id: "l",
      title: "Shirt",
      quantity: 5,
      variant_id: "v",
      is_giftcard: false,
      returned_unsent: 0,
      ...details,
    },
  ],
});
let made = 0;
const returned = (status: string, quantity: number) => ({
  id: `ret_${++made}`,
  status,
  items: [{ item_id: "l", quantity }],
});
const ofClaim = returned("requested", 3);

describe("pieces that an edit cannot remove from an order", () => {
  it.each([
    ["none at first", {}, 0],
    ["those that were fulfilled", line({ fulfilled_quantity: 3 }), 3],
    ["those that came back", line({ returned_quantity: 2 }), 2],
    [
      "those that were fulfilled and those that came back unsent",
      line({ fulfilled_quantity: 1, returned_quantity: 2, returned_unsent: 2 }),
      3,
    ],
    [
      "those that come back",
      { ...line({ returned_quantity: 1 }), returns: [returned("requested", 2), returned("canceled", 4)] },
      3,
    ],
    ["those whose return is not complete", { returns: [returned("requires_action", 2)] }, 2],
    [
      "those that are exchanged",
      { swaps: [{ canceled_at: null, return_order: returned("requested", 2) }] },
      2,
    ],
    [
      "not those of a swap that was canceled",
      { swaps: [{ canceled_at: "now", return_order: returned("requested", 2) }] },
      0,
    ],
    [
      "those that come back for a claim, once",
      { returns: [ofClaim], claims: [{ canceled_at: null, return_order: ofClaim, claim_items: [] }] },
      3,
    ],
    [
      "those that are claimed",
      {
        claims: [
          { canceled_at: null, return_order: null, claim_items: [{ item_id: "l", quantity: 4 }] },
          { canceled_at: "now", return_order: null, claim_items: [{ item_id: "l", quantity: 5 }] },
        ],
      },
      4,
    ],
  ])("are %s", (_what, details, bound) => {
    const order = anOrder(details);
    expect(boundPieces(order, "l")).toBe(bound);
    const kept = { original_item_id: "l", title: "Shirt", is_giftcard: false };
    expect(() => refuseTooFew(order, kept, bound)).not.toThrow();
    if (bound > 0) expect(() => refuseTooFew(order, kept, bound - 1)).toThrow(`fewer than ${bound}`);
  });

  it("are gift cards that were issued", () => {
    const order = anOrder(line({ is_giftcard: true }));
    const card = { original_item_id: "l", title: "Card", is_giftcard: true };
    expect(() => refuseTooFew(order, card, 4)).toThrow("were issued");
    expect(() => refuseTooFew(order, card, 6)).not.toThrow();
  });

  it("include those of lines that the edit does not have", () => {
    const order = anOrder(line({ fulfilled_quantity: 1 }));
    expect(() => refuseMissingPieces({ order, edit: anEdit() })).toThrow("fewer than 1");
    expect(() => refuseMissingPieces({ order: anOrder(), edit: anEdit() })).not.toThrow();
  });
});

describe("the stock of an edited order", () => {
  const kept = { id: "k", original_item_id: "l", variant_id: "v", quantity: 7 };
  const added = { id: "n", original_item_id: null, variant_id: "w", quantity: 2 };

  it("is needed for more pieces, however many lines they are on", () => {
    const edit = anEdit({ ...kept, quantity: 3 }, { ...added, variant_id: "v", quantity: 4 }, added);
    expect([...extraPieces({ order: anOrder(), edit })]).toEqual([
      ["v", 2],
      ["w", 2],
    ]);
  });

  it("changes by line, for quantities that are not shipped yet", () => {
    const order = anOrder(line({ fulfilled_quantity: 1 }));
    expect(stockChangesOf({ order, edit: anEdit(kept, added) })).toEqual([
      { variantId: "v", from: "l", to: "k", before: 4, after: 6 },
      { variantId: "w", from: null, to: "n", before: 0, after: 2 },
    ]);
    expect(stockChangesOf({ order: anOrder(), edit: anEdit() })).toEqual([
      { variantId: "v", from: "l", to: null, before: 5, after: 0 },
    ]);
  });
});

describe("deliveries of an edited order", () => {
  const progress = { fulfilled_quantity: 5, shipped_quantity: 5, returned_quantity: 5 };
  const same = { id: "k", original_item_id: "l", quantity: 5 };
  const more = { id: "n", original_item_id: null, quantity: 1 };

  it.each([
    ["not_fulfilled", "not_fulfilled", "not_fulfilled"],
    ["fulfilled", "fulfilled", "partially_fulfilled"],
    ["partially_fulfilled", "fulfilled", "partially_fulfilled"],
    ["shipped", "shipped", "partially_shipped"],
    ["partially_shipped", "shipped", "partially_shipped"],
    ["returned", "returned", "partially_returned"],
    ["partially_returned", "returned", "partially_returned"],
    ["requires_action", "requires_action", "requires_action"],
    ["canceled", "canceled", "canceled"],
  ])("that were %s are %s, and %s once there is more to send", (before, whole, partial) => {
    const order = anOrder({ ...line(progress), fulfillment_status: before });
    expect(fulfillmentStatusAfterEdit(order, anEdit(same))).toBe(whole);
    expect(fulfillmentStatusAfterEdit(order, anEdit(same, more))).toBe(partial);
  });
});
