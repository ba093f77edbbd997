/** The error of PostgreSQL when a row violates a constraint. */
export interface Violation {
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
  detail?: string;
}

const UNIQUE = "23505";
const FOREIGN_KEY = "23503";
const CHECK = "23514";

const violation = (error: unknown): Violation | null =>
  error instanceof Error && typeof (error as unknown as Violation).code === "string"
    ? (error as unknown as Violation)
    : null;

export const isUniqueViolation = (error: unknown) => violation(error)?.code === UNIQUE;
export const isForeignKeyViolation = (error: unknown) => violation(error)?.code === FOREIGN_KEY;

/** What the violation of a constraint means to the business. */
export interface Refusals {
  unique?: (violation: Violation) => Error;
  foreignKey?: (violation: Violation) => Error;
  check?: (violation: Violation) => Error;
}

/** The refusal for the violated constraint, or the error itself. */
export function refusalOf(error: unknown, refusals: Refusals): unknown {
  if (refusals.unique && isUniqueViolation(error)) return refusals.unique(error as Violation & Error);
  if (refusals.foreignKey && isForeignKeyViolation(error)) {
    return refusals.foreignKey(error as Violation & Error);
  }
  if (refusals.check && violation(error)?.code === CHECK) return refusals.check(error as Violation & Error);
  return error;
}

/**
 * Runs a write and translates a violated constraint into a refusal. The transaction has failed then, so the refusal must
 * be rethrown, not handled.
 */
export async function refusing<T>(write: Promise<T>, refusals: Refusals): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw refusalOf(error, refusals);
  }
}

/** The column and the value that were refused: `Key (sku)=(A-1) already exists.` */
export function refusedKey({ detail }: Violation): { column: string; value: string } {
  const [, column = "key", value = ""] = /^Key \((.+?)\)=\((.*)\) /s.exec(detail ?? "") ?? [];
  return { column, value };
}
