/** What PostgreSQL says when a constraint refuses a row. */
interface Violation {
  code: string;
  constraint?: string;
  table?: string;
  column?: string;
  detail?: string;
}

const UNIQUE = "23505";
const FOREIGN_KEY = "23503";

const violation = (error: unknown): Violation | null =>
  error instanceof Error && typeof (error as unknown as Violation).code === "string"
    ? (error as unknown as Violation)
    : null;

export const isUniqueViolation = (error: unknown) => violation(error)?.code === UNIQUE;
export const isForeignKeyViolation = (error: unknown) => violation(error)?.code === FOREIGN_KEY;

/**
 * Runs a write and turns the violation of a constraint into the refusal that the business has for it.
 * The transaction is lost in that case, so the refusal must be thrown on, not handled.
 */
export async function refusing<T>(
  write: Promise<T>,
  refusals: { unique?: () => Error; foreignKey?: () => Error },
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (refusals.unique && isUniqueViolation(error)) throw refusals.unique();
    if (refusals.foreignKey && isForeignKeyViolation(error)) throw refusals.foreignKey();
    throw error;
  }
}
