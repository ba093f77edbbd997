import { describe, expect, it } from "vitest";
import type { CsvRow } from "../csv/read-csv.ts";
import { chunksOf } from "./row-groups.ts";

async function* rowsOf(keys: string[], text: string): AsyncGenerator<CsvRow> {
  for (const [index, key] of keys.entries()) yield { number: index + 2, cells: [key, text] };
}

async function chunked(keys: string[], text = "") {
  const grouping = { keyOf: ({ cells }: CsvRow) => cells[0]!, skip: 0, onSkip: async () => {} };
  const chunks: { rows: number; isContinued: boolean }[][] = [];
  for await (const groups of chunksOf(rowsOf(keys, text), grouping)) {
    chunks.push(groups.map(({ rows, isContinued }) => ({ rows: rows.length, isContinued })));
  }
  return chunks;
}

const megabyte = "x".repeat(1024 * 1024);

describe("a chunk of rows", () => {
  it("has two hundred small rows", async () => {
    const chunks = await chunked(Array.from({ length: 450 }, (_, index) => `${index}`));
    expect(chunks.map((groups) => groups.length)).toEqual([200, 200, 50]);
  });

  it("has few very long rows, so that they fit into memory", async () => {
    const chunks = await chunked(
      Array.from({ length: 20 }, (_, index) => `${index}`),
      megabyte,
    );
    expect(chunks.map((groups) => groups.length)).toEqual([8, 8, 4]);
  });

  it("ends within a group of very long rows, which the next chunk continues", async () => {
    const chunks = await chunked(
      Array.from({ length: 10 }, () => "same"),
      megabyte,
    );
    expect(chunks).toEqual([[{ rows: 8, isContinued: false }], [{ rows: 2, isContinued: true }]]);
  });
});
