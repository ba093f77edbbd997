/*
 * Two people edit the same thing. Both began with the same stored form of it: what only one of them changed is taken, and what both
 * changed differently is a conflict that a person decides.
 */

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two values are equal. A missing value is undefined. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => isEqual(value, other[index]));
  }
  if (!isPlain(one) || !isPlain(other)) return false;
  return keysOf(one, other).every((key) => isEqual(one[key], other[key]));
}

const keysOf = (...all: Plain[]) => [...new Set(all.flatMap((each) => Object.keys(each)))];

export interface Conflict {
  /** The names that lead to the value: `["variants", "variant_1", "sku"]`. */
  path: readonly string[];
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

interface Versions<Value> {
  base: Value;
  mine: Value;
  theirs: Value;
}

/** Both changes together. Where they conflict, the value is mine. Lists are compared as a whole. */
export function merged<Value>(versions: Versions<Value>): { value: Value; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  return { value: mergedAt(versions, [], conflicts) as Value, conflicts };
}

function mergedAt(
  { base, mine, theirs }: Versions<unknown>,
  path: readonly string[],
  conflicts: Conflict[],
): unknown {
  if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine;
  if (isEqual(base, mine)) return theirs;
  if (isPlain(mine) && isPlain(theirs)) {
    const before = isPlain(base) ? base : {};
    const entries = keysOf(theirs, mine).map((key) => {
      const versions = { base: before[key], mine: mine[key], theirs: theirs[key] };
      return [key, mergedAt(versions, [...path, key], conflicts)] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  conflicts.push({ path, base, mine, theirs });
  return mine;
}

/** The same with another value at the end of the path. Undefined removes it. */
export function withValueAt<Value>(whole: Value, [name, ...rest]: readonly string[], value: unknown): Value {
  if (name === undefined) return value as Value;
  const plain: Plain = isPlain(whole) ? whole : {};
  const changed = { ...plain, [name]: withValueAt(plain[name], rest, value) };
  if (changed[name] === undefined) delete changed[name];
  return changed as Value;
}
