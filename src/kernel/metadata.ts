export type Metadata = Record<string, unknown>;

/** Merges by key: a sent value replaces the old one, an empty string removes the key, the other keys stay. */
export function mergedMetadata(current: Metadata | null, sent: Metadata): Metadata {
  const merged = Object.entries({ ...current, ...sent }).filter(([key]) => sent[key] !== "");
  return Object.fromEntries(merged);
}
