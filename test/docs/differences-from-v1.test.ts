import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { intended } from "../beside-v1/intended.ts";

const page = readFileSync(new URL("../../docs/differences-from-v1.md", import.meta.url), "utf8");
const headings = [...page.matchAll(/^#{3} (.+)$/gm)].map(([, heading]) => heading!);

it("docs/differences-from-v1.md explains every difference that the comparison with v1 lets pass", () => {
  const sections = intended.map(({ section }) => section);
  expect(sections.length).toBeGreaterThan(10);
  expect(sections.filter((section) => !headings.includes(section))).toEqual([]);
});

it("explains each difference once", () => {
  expect(headings.length).toBe(new Set(headings).size);
});
