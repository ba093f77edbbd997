/** Reads a key the demo data promises to have; a typing mistake in the data is said by its name. */
export function the<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo shop has no "${key}"`);
  return value;
}
