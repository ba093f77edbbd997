import type { ShopApi } from "../shop-api.ts";

type Ids = Map<string, string>;

interface MissingItems<Item> {
  items: readonly Item[];
  /** The natural key: a handle, a name, an email. */
  keyOf: (item: Item) => string;
  /** Ids of the existing items, by key. */
  existing: Ids;
  /** Creates an item and returns its id; `ids` has all items before it. */
  make: (item: Item, ids: Ids) => Promise<string>;
}

/**
 * Creates the items that an interrupted load did not create. One after another, because lists are sorted by age. Returns the ids of
 * all items by key.
 */
export async function makeMissing<Item>({ items, keyOf, existing, make }: MissingItems<Item>): Promise<Ids> {
  const ids = new Map(existing);
  for (const item of items) {
    const key = keyOf(item);
    if (!ids.has(key)) ids.set(key, await make(item, ids));
  }
  return ids;
}

/** The ids of a list by one of its fields. */
export async function idsBy<Field extends string>(
  field: Field,
  rows: Promise<({ id: string } & Record<Field, string>)[]>,
): Promise<Ids> {
  return new Map((await rows).map((row) => [row[field], row.id]));
}

/** A `make` that creates an item with one request. */
export const creating =
  (api: ShopApi, path: string, answer: string) =>
  async (body: object): Promise<string> =>
    (await api.post<Record<string, { id: string }>>(path, body))[answer]!.id;

/** Part of the demo shop does not exist: an error in its data, or an admin has deleted it. */
export class MissingDemoData extends Error {}

/** Reads a key that must exist. The error names a misspelled key. */
export function getOrThrow<V>(map: ReadonlyMap<string, V>, key: string): V {
  const value = map.get(key);
  if (value === undefined) throw new MissingDemoData(`The demo shop has no "${key}"`);
  return value;
}

/**
 * Awaits independent promises. If one fails, it still awaits the others before it throws, so that nothing runs in the background
 * afterwards.
 */
export async function allSettledOrThrow<Results extends unknown[]>(
  ...works: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(works);
  return Promise.all(works) as Promise<Results>;
}
