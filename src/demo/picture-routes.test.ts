import { describe, expect, it } from "vitest";
import { demoPicture, pictureNamesOf } from "./picture-routes.ts";
import { demoProducts } from "./products.ts";

const names = demoProducts.flatMap(({ handle }) => pictureNamesOf(handle));

/** Every tag is closed in its order, attributes are quoted and no computed number went wrong. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z0-9:-]+="[^"<&]*")*)\s*(\/?)>/g,
    (_, end, name, _attributes, empty) => {
      if (end) return open.pop() === name ? "" : "<";
      if (!empty) open.push(name);
      return "";
    },
  );
  return rest === "" && open.length === 0 && !/NaN|undefined|Infinity/.test(xml);
}

describe("the demo pictures", () => {
  it.each(names)("draw %s as a small well-formed SVG", (name) => {
    const picture = demoPicture(name) ?? "";
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 800 800"/);
    expect(isWellFormed(picture)).toBe(true);
    expect(Buffer.byteLength(picture)).toBeLessThan(6 * 1024);
  });

  it("are the same every time", () => {
    for (const name of names) expect(demoPicture(name)).toBe(demoPicture(name));
  });

  it("differ from each other", () => {
    expect(new Set(names.map(demoPicture)).size).toBe(names.length);
  });

  it("do not exist for an unknown name", () => {
    for (const name of ["", "unknown", "constructor", "skerry-sailing-jacket-3"])
      expect(demoPicture(name)).toBeNull();
  });
});
