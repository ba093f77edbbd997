import { isRecord } from "./json.ts";

export type Metadata = Record<string, unknown>;

/**
 * Merges by key: a sent value replaces the old one, an empty string removes the key, the other keys stay. Rows of v1 may have a text
 * or a list there, which has no keys.
 */
export function mergedMetadata(current: Metadata | null, sent: Metadata): Metadata {
  const merged = Object.entries({ ...(isRecord(current) ? current : {}), ...sent }).filter(
    ([key]) => sent[key] !== "",
  );
  return Object.fromEntries(merged);
}
