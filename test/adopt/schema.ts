import { describeSchema } from "../support/postgres/schema-description.ts";

/** v1's own table, and what a database owes to its own history. */
const ITS_OWN = /\bmigrations(_id_seq|_pkey|\b)|PK_8c82d7f526340ab734260ea46be|tradewind_adoption/;

/**
 * The unique index of countries is the one of a constraint after an undo: foreign keys of v1 use it, so that it cannot be built
 * anew without them.
 */
const COUNTRIES = "IDX_e78901b1131eaf8203d9b1cb5f";
const asIndex = (line: string): string =>
  line === `country ${COUNTRIES}: UNIQUE (iso_2)` || line === `country "${COUNTRIES}": UNIQUE (iso_2)`
    ? `CREATE UNIQUE INDEX "${COUNTRIES}" ON public.country USING btree (iso_2)`
    : line;

/** Lines that describe the schema: not the rows, nor how far sequences have come. */
async function linesOf(url: string): Promise<string[]> {
  const [schema = ""] = (await describeSchema(url)).split("# rows");
  return schema
    .split("\n")
    .filter((line) => line !== "" && !ITS_OWN.test(line))
    .map((line) => asIndex(line.replace(/ last \d*$/, "")));
}

/** What one schema has and the other has not. The order of columns in a table counts as little as it does for v1. */
export async function schemaDifferences(url: string, expectedUrl: string): Promise<string[]> {
  const [found, expected] = [await linesOf(url), await linesOf(expectedUrl)];
  const [there, wanted] = [new Set(found), new Set(expected)];
  return [
    ...expected.filter((line) => !there.has(line)).map((line) => `missing: ${line}`),
    ...found.filter((line) => !wanted.has(line)).map((line) => `not expected: ${line}`),
  ];
}
