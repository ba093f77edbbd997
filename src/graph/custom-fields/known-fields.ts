import type { Connection } from "../../db/database.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { DeclaredFields } from "./declared-fields.ts";

/** Reads in a row that found other declarations of custom fields than they were built with. */
const MAX_READS = 3;

interface Found {
  /** The version of the declarations that a row was read under. */
  fields?: string | undefined;
}

/**
 * Whether a statement that was built with these declarations of custom fields has read the rows that they are for. Otherwise the rows
 * have to be read again. While it ran, another request may have learned of other declarations.
 */
export async function isOfFields(
  fields: DeclaredFields,
  number: number,
  { found: [first], on }: { found: readonly Found[]; on: Connection },
): Promise<boolean> {
  if (first?.fields === undefined) return true;
  if (first.fields !== fields.version) await fields.refresh(on);
  return fields.number === number;
}

/** Reads again what was built with declarations that were others when it ran. */
export async function readAsKnown<Result extends { found: readonly Found[] }>(
  fields: DeclaredFields,
  on: Connection,
  read: () => Promise<Result>,
): Promise<Result> {
  for (let reads = 1; ; reads++) {
    const { number } = fields;
    const result = await read();
    if ((await isOfFields(fields, number, { found: result.found, on })) || reads === MAX_READS) return result;
  }
}

/** A name that is refused may be a field that another process has declared meanwhile. */
export async function withKnownFields<Result>(
  fields: DeclaredFields,
  read: () => Promise<Result>,
): Promise<Result> {
  const { number } = fields;
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await fields.refresh();
    if (fields.number === number) throw error;
    return read();
  }
}
