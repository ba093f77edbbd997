import { expect } from "vitest";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** `…` stands for any text. */
const patternOf = (text: string) => new RegExp(`^${escaped(text).replaceAll("…", "[^]*")}$`);

/** A shown answer lists the fields that matter: the real one may have more. */
function likeness(shown: unknown): unknown {
  if (typeof shown === "string") return expect.stringMatching(patternOf(shown));
  if (Array.isArray(shown)) return shown.map(likeness);
  if (typeof shown !== "object" || shown === null) return shown;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, likeness(value)])),
  );
}

/** Compares what a page shows below its commands with what they really printed. */
export function expectShown(shown: { language: string; text: string }, printed: string, place: string): void {
  if (shown.language === "json") {
    expect(JSON.parse(printed), place).toEqual(likeness(JSON.parse(shown.text)));
  } else {
    expect(printed.trim().split("\n"), place).toEqual(
      shown.text
        .trim()
        .split("\n")
        .map((line) => expect.stringMatching(patternOf(line.trimEnd()))),
    );
  }
}
