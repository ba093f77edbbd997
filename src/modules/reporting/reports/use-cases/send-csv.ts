import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { csvOf, decimalOf } from "../../../import-export/batch-jobs/index.ts";
import type { Figures } from "../report.ts";

const isCount = (name: string) => /orders|quantity/.test(name);

export const amountCell = (amount: number | null, currency: string) =>
  amount === null ? null : decimalOf(amount, currency);

/** The cells of figures: amounts are decimal, as a spreadsheet reads them. */
export const figureCells = (names: readonly string[], found: Figures, currency: string) =>
  names.map((name) => {
    const value = found[name as keyof Figures] ?? 0;
    return isCount(name) ? value : decimalOf(value, currency);
  });

/** Names of columns for a period and what it is compared with. */
export const figureColumns = (names: readonly string[]) => [
  ...names,
  ...names.map((name) => `${name}_compared`),
];

async function* linesOf(rows: AsyncIterable<unknown[][]> | Iterable<unknown[][]>): AsyncGenerator<string> {
  for await (const some of rows) yield csvOf(some);
}

/** The rest of the file is made while its beginning is sent. */
export const sendCsv = (
  reply: FastifyReply,
  name: string,
  rows: AsyncIterable<unknown[][]> | Iterable<unknown[][]>,
) =>
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .header("cache-control", "private, no-store")
    .send(Readable.from(linesOf(rows)));
