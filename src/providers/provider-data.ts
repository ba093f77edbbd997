import { invalid } from "../kernel/refusal.ts";
import type { ProviderData } from "./ports/common.ts";
import type { Authorization } from "./ports/payment.ts";

// PostgreSQL stores neither NUL nor half of a surrogate pair. JSON writes them as escapes.
const unsupportedText = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/**
 * Data that a provider returns and that is stored. A plugin can be plain JavaScript, so the data may not be an object, or may
 * not be serializable. Call it within `callProvider`, which adds the name of the provider to the message.
 */
export function checkedProviderData(data: unknown): ProviderData {
  const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
  if (!isObject) throw invalid("it returned no data that can be stored");
  // `stringify` throws for an object that contains itself.
  if (unsupportedText.test(JSON.stringify(data))) throw invalid("it returned data that cannot be stored");
  return data as ProviderData;
}

const statuses: readonly string[] = ["authorized", "requires_more", "pending", "error"];

/** The same for an authorization. An unknown status authorizes nothing. */
export function checkedAuthorization({ status, data }: Authorization): Authorization {
  if (!statuses.includes(status)) throw invalid("it returned an unknown status");
  return { status, data: checkedProviderData(data) };
}
