import { invalid } from "../../../kernel/refusal.ts";

export interface Tag {
  id: string;
  name: string;
}

export const MAX_NAME = 60;

/** More would fill a page. */
export const MAX_TAGS = 50;

// A comma separates values of a filter and of a cell in a file; a control character cannot be read.
const REFUSED = /[,\p{Cc}]/u;

/** A name as it is stored: one space between words. */
export function nameFrom(sent: string, field: string): string {
  const name = sent.normalize("NFC").replace(/ +/g, " ").trim();
  if (name === "") throw invalid(`${field}: a tag needs a name`);
  if (REFUSED.test(name)) throw invalid(`${field}: a tag cannot contain a comma or a control character`);
  return name;
}

/** The same name is sent once, whatever its capitals. */
export function namesFrom(sent: readonly string[], field: string): string[] {
  const byKey = new Map(sent.map((each) => nameFrom(each, field)).map((name) => [name.toLowerCase(), name]));
  return [...byKey.keys()].sort().map((key) => byKey.get(key)!);
}

/** A tag that something got or lost. */
export interface TagLink {
  owner: string;
  tag: string;
}

export interface TagDifference {
  id: string;
  added: string[];
  removed: string[];
}

/** What changed, by the order or customer, with the names of the tags. */
export function differencesOf(
  { added, removed }: { added: readonly TagLink[]; removed: readonly TagLink[] },
  names: ReadonlyMap<string, string>,
): TagDifference[] {
  const ids = [...new Set([...added, ...removed].map(({ owner }) => owner))].sort();
  const of = (links: readonly TagLink[], id: string) =>
    links.filter(({ owner }) => owner === id).map(({ tag }) => names.get(tag)!);
  return ids.map((id) => ({ id, added: of(added, id), removed: of(removed, id) }));
}
