export type Metadata = Record<string, unknown>;

/** Key by key: what is sent wins, an empty string removes the key, what is not sent stays. */
export function mergedMetadata(current: Metadata | null, sent: Metadata): Metadata {
  const merged = Object.entries({ ...current, ...sent }).filter(([key]) => sent[key] !== "");
  return Object.fromEntries(merged);
}
