import { describe, expect, it } from "vitest";
import { documentsOf, trackingOf } from "./carrier-documents.ts";

describe("the tracking numbers of a carrier", () => {
  it("are accepted with their links", () => {
    expect(trackingOf([{ number: "T1", url: "https://t.example/T1", more: 1 }, { number: "T2" }])).toEqual([
      { number: "T1", url: "https://t.example/T1" },
      { number: "T2", url: null },
    ]);
    expect(trackingOf([])).toEqual([]);
    expect(trackingOf([{ number: "T3", url: 7 }])).toEqual([{ number: "T3", url: null }]);
  });

  it.each([["T1"], [null], [undefined], [["T1"]], [[null]], [[{}]], [[{ number: "" }]], [[{ number: 7 }]]])(
    "are refused: %j",
    (answer) => {
      expect(() => trackingOf(answer)).toThrow("it gave no");
    },
  );

  it.each(["a\0b", "\ud800", "x".repeat(2001)])("are refused if they cannot be stored: %j", (number) => {
    expect(() => trackingOf([{ number }])).toThrow("it gave no tracking number that can be stored");
  });
});

describe("the documents of a carrier", () => {
  const label = { name: "label.pdf", type: "application/pdf", content: "bGFiZWw=" };

  it("are returned without other properties", () => {
    expect(documentsOf([{ ...label, secret: 1 }])).toEqual([label]);
  });

  it.each([
    ["label"],
    [{}],
    [[null]],
    [[{ ...label, content: 7 }]],
    [[{ ...label, name: "" }]],
    [[{ name: "x" }]],
  ])("are refused: %j", (answer) => {
    expect(() => documentsOf(answer)).toThrow("it gave no");
  });
});
