import { describe, expect, it } from "vitest";
import { kebabCase } from "./kebab-case.ts";

describe("the handle of a title", () => {
  it.each([
    ["Summer Wear", "summer-wear"],
    ["  Summer   wear!", "summer-wear"],
    ["Café Crème", "cafe-creme"],
    ["Men's boots", "mens-boots"],
    ["iPhone15 Case", "i-phone-15-case"],
    ["XMLHttpRequest", "xml-http-request"],
    ["ABC", "abc"],
    ["1st X", "1st-x"],
    ["The 2nd, 3RD and 104th of 11th", "the-2nd-3rd-and-104th-of-11-th"],
    ["1stClass 5things", "1st-class-5-things"],
    ["Straße Øl", "strasse-ol"],
    ["Æsir œuvre Łódź Đak þing", "aesir-oeuvre-lodz-dak-thing"],
    ["冬の服", "冬の服"],
    ["---", ""],
  ])("%s -> %s", (title, handle) => {
    expect(kebabCase(title)).toBe(handle);
  });
});
