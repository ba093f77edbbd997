/** Something of the demo shop is not there: a mistake in its data, or somebody has removed it. */
export class Missing extends Error {}

/** Reads a key the demo data promises to have; a typing mistake in the data is said by its name. */
export function the<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Missing(`The demo shop has no "${key}"`);
  return value;
}
