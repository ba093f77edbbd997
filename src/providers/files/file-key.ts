import { newId } from "../../kernel/ids.ts";
import { invalid } from "../../kernel/refusal.ts";
import { safeName } from "./file-name.ts";

/** A key in its parts: `protected/file_01…-invoice.pdf`, or `file_01…-photo.png` for everyone. */
export interface FileKey {
  isPrivate: boolean;
  /** The last part, a plain file name. */
  name: string;
}

const PRIVATE = "protected/";

/** Nothing is ever overwritten, as every key begins with an id of its own. */
export const newKey = (name: string, isPrivate: boolean): string =>
  `${isPrivate ? PRIVATE : ""}${newId("file")}-${safeName(name)}`;

/** Null for everything that is not a plain name: paths, parents, hidden files, encoded or control characters. */
export function parseKey(key: string): FileKey | null {
  const isPrivate = key.startsWith(PRIVATE);
  const name = isPrivate ? key.slice(PRIVATE.length) : key;
  const isPlain = /^[^.\p{C}/\\%][^\p{C}/\\%]*$/u.test(name) && !name.includes("..");
  return isPlain && Buffer.byteLength(name) <= 255 ? { isPrivate, name } : null;
}

export function checkedKey(key: string): FileKey {
  const parsed = parseKey(key);
  if (!parsed) throw invalid("file_key is not the key of a file");
  return parsed;
}

/** Where a file lies, from the folder or bucket of the shop on. The same on disk and on S3, so that one can move. */
export const placeOf = ({ isPrivate, name }: FileKey): string =>
  `${isPrivate ? "protected" : "uploads"}/${name}`;

/** What the file was called by whoever sent it. */
export const shownName = ({ name }: FileKey): string => name.replace(/^file_[0-9A-Z]{26}-/, "");

/** RFC 6266: the name for every client, in ASCII and as it is. */
export function attachment(key: FileKey): string {
  const name = shownName(key);
  const ascii = name.replace(/[^\w.-]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
