import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The length of a run that CONTRIBUTING.md does not allow. */
const LONGEST = 10;

/** Lists of imports and exports are repeated by their nature, and the types of tables and operations are generated. */
const withoutImports = (text: string) => text.replaceAll(/^(import|export (type )?[{*])[^;]*;$/gm, "");
const GENERATED = ["db/tables.ts", "plugins/ports/operations.ts"];
const isWritten = (file: string) => file.endsWith(".ts") && !GENERATED.includes(file);

interface Run {
  place: string;
  text: string;
}

function runsOf(file: string): Run[] {
  const text = withoutImports(readFileSync(join(root, "src", file), "utf8"));
  const lines = text.split("\n").map((line) => line.trim());
  const filled = lines.filter((line) => line !== "");
  return filled.slice(LONGEST - 1).map((_, start) => {
    const run = filled.slice(start, start + LONGEST);
    return { place: `${file}: ${run[0]}`, text: run.join("\n") };
  });
}

it("no run of ten lines is in the sources twice", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter(isWritten);
  expect(files.length).toBeGreaterThan(500);
  const places = new Map<string, string[]>();
  for (const { text, place } of files.flatMap(runsOf)) places.set(text, [...(places.get(text) ?? []), place]);
  expect([...places.values()].filter((each) => each.length > 1)).toEqual([]);
});
