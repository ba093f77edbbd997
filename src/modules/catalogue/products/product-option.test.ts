import { describe, expect, it } from "vitest";
import {
  checkDistinctVariants,
  checkOptionRemovable,
  checkOptionTitles,
  type VariantCombination,
} from "./product-option.ts";

const options = [
  { id: "size", title: "Size" },
  { id: "colour", title: "Colour" },
];

const placed = (size: string, colour: string, isMoved = false): VariantCombination => ({
  title: `${size} ${colour}`,
  isChanged: isMoved,
  values: [
    { id: "1", variant_id: "v", option_id: "colour", value: colour },
    { id: "2", variant_id: "v", option_id: "size", value: size },
  ],
});

describe("variants", () => {
  it("must not get the option values of another variant", () => {
    expect(() =>
      checkDistinctVariants(options, [placed("S", "red"), placed("S", "blue", true)]),
    ).not.toThrow();
    expect(() => checkDistinctVariants(options, [placed("S", "red"), placed("S", "red", true)])).toThrow(
      "S red",
    );
  });

  it("that were equal before are accepted", () => {
    expect(() => checkDistinctVariants(options, [placed("S", "red"), placed("S", "red")])).not.toThrow();
  });

  it("may swap their values", () => {
    expect(() =>
      checkDistinctVariants(options, [placed("M", "red", true), placed("S", "red", true)]),
    ).not.toThrow();
  });
});

describe("an option", () => {
  it("has a unique title", () => {
    expect(() => checkOptionTitles(["Size", "Colour"])).not.toThrow();
    expect(() => checkOptionTitles(["Size", "SIZE"])).toThrow("SIZE already exists");
  });

  it("can be deleted if all variants have the same value for it", () => {
    expect(() => checkOptionRemovable("size", [])).not.toThrow();
    expect(() => checkOptionRemovable("size", [placed("S", "red"), placed("S", "blue")])).not.toThrow();
    expect(() => checkOptionRemovable("size", [placed("S", "red"), placed("M", "red")])).toThrow(
      "delete all variants",
    );
  });
});
