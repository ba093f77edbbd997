import { readFileSync, writeFileSync } from "node:fs";

const markersOf = (name: string) => ({
  begin: `<!-- ${name}: written by npm run ${name} -->`,
  end: `<!-- ${name}: end -->`,
});

/** The document with this text between the marks of a benchmark; the rest of it stays as people wrote it. */
export function withSection(document: string, name: string, text: string): string {
  const { begin, end } = markersOf(name);
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`the document has no "${begin}" with "${end}" after it`);
  return `${document.slice(0, from + begin.length)}\n${text.trim()}\n${document.slice(to)}`;
}

/** Writes what a benchmark has found into docs/performance.md. */
export function writeSection(name: string, text: string): void {
  const path = "docs/performance.md";
  writeFileSync(path, withSection(readFileSync(path, "utf8"), name, text));
}
