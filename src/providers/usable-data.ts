import { invalid } from "../kernel/refusal.ts";
import type { ProviderData } from "./ports/common.ts";
import type { Authorization } from "./ports/payment.ts";

// PostgreSQL keeps neither a NUL nor half of a surrogate pair, which JSON writes as escapes.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/**
 * What a provider wants to be kept. A plugin may be plain JavaScript: what is no object, or cannot be written as JSON,
 * must be refused before it is stored. To be called within `askProvider`, which says whose fault it is.
 */
export function usableData(data: unknown): ProviderData {
  const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
  if (!isObject) throw invalid("it gave no data that can be kept");
  // Throws for what has no end, such as an object that contains itself.
  if (unstorable.test(JSON.stringify(data))) throw invalid("it gave data that cannot be kept");
  return data as ProviderData;
}

const statuses: readonly string[] = ["authorized", "requires_more", "pending", "error"];

/** The same for an authorization: an answer that cannot be understood authorizes nothing. */
export function usableAuthorization({ status, data }: Authorization): Authorization {
  if (!statuses.includes(status)) throw invalid("it gave no status that is known");
  return { status, data: usableData(data) };
}
