import { invalid } from "../kernel/refusal.ts";
import type { ProviderData } from "./ports/common.ts";

/**
 * What a provider wants to be kept. A plugin may be plain JavaScript: what is no object, or cannot be written as JSON,
 * must be refused before it is stored. To be called within `askProvider`, which says whose fault it is.
 */
export function usableData(data: unknown): ProviderData {
  const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
  if (!isObject) throw invalid("it gave no data that can be kept");
  // Throws for what has no end, such as an object that contains itself.
  JSON.stringify(data);
  return data as ProviderData;
}
