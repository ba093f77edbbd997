/** Part of the demo shop does not exist: an error in its data, or an admin has deleted it. */
export class MissingDemoData extends Error {}

/** Reads a key that must exist. The error names a misspelled key. */
export function getOrThrow<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key);
  if (value === undefined) throw new MissingDemoData(`The demo shop has no "${key}"`);
  return value;
}
