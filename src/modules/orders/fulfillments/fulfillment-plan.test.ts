import { describe, expect, it } from "vitest";
import type { OrderedLine } from "../orders/index.ts";
import type { Consignment } from "./consignment.ts";
import { fulfilledBefore, parcelsOf, piecesOf } from "./fulfillment-plan.ts";

const line = (id: string, quantity: number, fulfilled: number | null = null) =>
  ({ id, quantity, fulfilled_quantity: fulfilled, returned_unsent: 0 }) as OrderedLine;

const consignment = (...lines: OrderedLine[]) => ({ lines }) as unknown as Consignment;

const shown = (pieces: ReturnType<typeof piecesOf>) =>
  pieces.map(({ line, quantity }) => [line.id, quantity]);

describe("the pieces of a fulfillment", () => {
  it("are the requested pieces", () => {
    const pieces = piecesOf(consignment(line("a", 3), line("b", 2, 1)), [
      { item_id: "b", quantity: 1 },
      { item_id: "a", quantity: 2 },
      { item_id: "a", quantity: 1 },
    ]);
    expect(shown(pieces)).toEqual([
      ["b", 1],
      ["a", 3],
    ]);
  });

  it("are all unfulfilled pieces if the request names none", () => {
    expect(shown(piecesOf(consignment(line("a", 3, 1), line("b", 2, 2), line("c", 1)), null))).toEqual([
      ["a", 2],
      ["c", 1],
    ]);
  });

  it.each([
    [
      "more than there are",
      [{ item_id: "a", quantity: 3 }],
      "Cannot fulfill more items than have been purchased",
    ],
    ["of an unknown line", [{ item_id: "x", quantity: 1 }], "Line item with id: x was not found"],
    ["nothing", null, "There is nothing left to fulfill"],
  ])("are not %s", (_, requested, words) => {
    const lines = requested === null ? [line("a", 2, 2)] : [line("a", 3, 1)];
    expect(() => piecesOf(consignment(...lines), requested)).toThrow(words);
  });
});

const method = (id: string, profileId: string) => ({ id, profileId, providerId: "manual", data: {} });

describe("the parcels of a fulfillment", () => {
  const pieces = ["a", "b", "c"].map((id) => ({ line: line(id, 1), quantity: 1 }));
  const sorted = (methods: ReturnType<typeof method>[], profiles: Record<string, string[]>) =>
    parcelsOf(pieces, { methods, profiles }).map((parcel) => [
      parcel.method.id,
      parcel.pieces.map(({ line }) => line.id).join(""),
    ]);

  it("are one parcel if there is one method", () => {
    expect(sorted([method("m1", "p1")], { a: ["p2"] })).toEqual([["m1", "abc"]]);
  });

  it("are one for each method, by the profiles of the products", () => {
    const methods = [method("m1", "p1"), method("m2", "p2")];
    expect(sorted(methods, { a: ["p2"], b: ["p1"], c: ["p3", "p2"] })).toEqual([
      ["m1", "b"],
      ["m2", "ac"],
    ]);
  });

  it("use the first method if no profile matches, and are never empty", () => {
    const methods = [method("m1", "p1"), method("m2", "p2"), method("m3", "p3")];
    expect(sorted(methods, { a: ["p2"], b: [] })).toEqual([
      ["m1", "bc"],
      ["m2", "a"],
    ]);
  });
});

describe("a request that is sent again", () => {
  const sent = (id: string, key: string | null, items: { item_id: string; quantity: number }[]) => ({
    id,
    idempotency_key: key,
    items,
  });
  const before = {
    fulfillments: [
      sent("f1", "key", [{ item_id: "a", quantity: 2 }]),
      sent("f2", "key", [{ item_id: "b", quantity: 1 }]),
      sent("f3", null, [{ item_id: "c", quantity: 1 }]),
    ],
  } as unknown as Consignment;
  const ids = (items: { item_id: string; quantity: number }[] | null, idempotencyKey: string | null) =>
    fulfilledBefore(before, { items, idempotencyKey }).map(({ id }) => id);
  const both = [
    { item_id: "b", quantity: 1 },
    { item_id: "a", quantity: 1 },
    { item_id: "a", quantity: 1 },
  ];

  it("is recognized by its key and its pieces", () => {
    expect(ids(both, "key")).toEqual(["f1", "f2"]);
    expect(ids(null, "key")).toEqual(["f1", "f2"]);
    expect(ids(both.slice(1), "key")).toEqual([]);
    expect(ids(both, "other")).toEqual([]);
    expect(ids([{ item_id: "c", quantity: 1 }], null)).toEqual([]);
  });
});
