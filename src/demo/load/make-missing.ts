import type { ShopApi } from "../shop-api.ts";

type Ids = Map<string, string>;

interface Making<Item> {
  items: readonly Item[];
  /** What one is known by: a handle, a name, an email. */
  keyOf: (item: Item) => string;
  /** Ids of those that are there, by their keys. */
  existing: Ids;
  /** Makes one and gives its id; `ids` has all that came before it. */
  make: (item: Item, ids: Ids) => Promise<string>;
}

/**
 * Makes what an earlier load, cut off in the middle, did not make. One after another, as lists show things by their
 * age. Returns the ids of all by their keys.
 */
export async function makeMissing<Item>({ items, keyOf, existing, make }: Making<Item>): Promise<Ids> {
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

/** For the `make` of things that are created by one request. */
export const creating =
  (api: ShopApi, path: string, answer: string) =>
  async (body: object): Promise<string> =>
    (await api.post<Record<string, { id: string }>>(path, body))[answer]!.id;
