import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { intended } from "../beside-v1/intended/intended.ts";
import { answeredAsRecorded, otherDifferences, recordedDeviations } from "./recorded-deviations.ts";

const page = readFileSync(new URL("../../docs/differences-from-v1.md", import.meta.url), "utf8");
const [, ...parts] = page.split(/^### /m);
const sections = new Map(
  parts.map((part) => {
    const [heading, ...lines] = part.split("\n");
    // Up to the next chapter.
    return [heading!, lines.join("\n").split(/^## /m)[0]!] as const;
  }),
);
const missing = (headings: readonly string[]) => headings.filter((heading) => !sections.has(heading));

interface Flow {
  name: string;
  steps: { name: string; deviations?: unknown[] }[];
}

// Where the recordings are: `.ci/run` replays them from there.
const RECORDINGS = ["flows", "next"].map(
  (name) => new URL(`../../../shared/golden/${name}/`, import.meta.url),
);

const deviatingSteps = (): string[] =>
  RECORDINGS.filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8")))
    .map((text) => JSON.parse(text) as Flow)
    .flatMap(({ name, steps }) =>
      steps.filter(({ deviations = [] }) => deviations.length > 0).map((step) => `${name}: ${step.name}`),
    );

describe("docs/differences-from-v1.md", () => {
  it("explains every difference that the comparison with v1 lets pass", () => {
    expect(intended.length).toBeGreaterThan(10);
    expect(missing(intended.map(({ section }) => section))).toEqual([]);
  });

  it("explains every step of the recordings that is meant to differ", () => {
    expect(missing(Object.keys(recordedDeviations))).toEqual([]);
    const known = [...Object.values(recordedDeviations).flat(), ...answeredAsRecorded].sort();
    expect(new Set(known).size).toBe(known.length);
    const recorded = deviatingSteps().sort();
    if (recorded.length > 0) expect(known).toEqual(recorded);
  });

  it.each(Object.entries(otherDifferences))("explains: %s", (heading, words) => {
    expect(sections.get(heading)?.replaceAll(/\s+/g, " ")).toMatch(words);
  });

  it("explains each difference once, and none without words", () => {
    expect(parts.length).toBe(sections.size);
    expect([...sections].filter(([, text]) => text.trim().length < 20)).toEqual([]);
  });
});
