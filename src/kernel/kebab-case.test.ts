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
    ["冬の服", "冬の服"],
    ["---", ""],
  ])("%s -> %s", (title, handle) => {
    expect(kebabCase(title)).toBe(handle);
  });
});
