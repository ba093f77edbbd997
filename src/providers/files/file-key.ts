import { createHmac, timingSafeEqual } from "node:crypto";
import { newId } from "../../kernel/ids.ts";
import { invalid } from "../../kernel/refusal.ts";
import { type ShopSecrets, withAcceptedSecret } from "../../kernel/shop-secrets.ts";
import { safeName } from "./file-name.ts";

/**
 * A key in its parts: `protected/file_01…-invoice.pdf`, `file_01…-photo.png` for everyone, or
 * `exports/orders/order-export-1.csv`, which is as private as files under `protected`.
 */
export interface FileKey {
  isPrivate: boolean;
  /** Of an export: `exports/orders/`. */
  folder?: string;
  /** The last part, a plain file name. */
  name: string;
}

const PRIVATE = "protected/";
const EXPORTS = /^exports\/[a-z]{1,30}\//;

/** No file is ever overwritten: a key begins with a new id, or is a unique name. */
export function newKey(name: string, isPrivate: boolean, isUniqueName = false): string {
  if (isUniqueName && isPrivate && EXPORTS.test(name) && parseKey(name)) return name;
  return `${isPrivate ? PRIVATE : ""}${newId("file")}-${safeName(name)}`;
}

/** Null for everything that is not a plain name: paths, parents, hidden files, encoded or control characters. */
export function parseKey(key: string): FileKey | null {
  const folder = EXPORTS.exec(key)?.[0] ?? "";
  const isPrivate = folder !== "" || key.startsWith(PRIVATE);
  const name = key.slice(folder.length || (isPrivate ? PRIVATE.length : 0));
  const isPlain = /^[^.\p{C}/\\%][^\p{C}/\\%]*$/u.test(name) && !name.includes("..");
  return isPlain && Buffer.byteLength(name) <= 255 ? { isPrivate, ...(folder && { folder }), name } : null;
}

export function checkedKey(key: string): FileKey {
  const parsed = parseKey(key);
  if (!parsed) throw invalid("file_key is not the key of a file");
  return parsed;
}

/** The path in the folder or bucket of the shop. The same on disk and on S3, so that a shop can move. */
export const storagePathOf = ({ isPrivate, folder = "", name }: FileKey): string =>
  `${isPrivate ? "protected" : "uploads"}/${folder}${name}`;

/** The original name of the uploaded file. */
const originalNameOf = ({ name }: FileKey): string => name.replace(/^file_[0-9A-Z]{26}-/, "");

/** RFC 6266: the name in ASCII and in UTF-8. */
export function attachment(key: FileKey): string {
  const name = originalNameOf(key);
  const ascii = name.replace(/[^\w.-]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The query parameters of a link to a private file. */
interface LinkProof {
  /** Unix seconds. */
  expires: string;
  signature: string;
}

const signatureOf = (secret: string, key: string, expires: string) =>
  // The first line separates these signatures from others with the same secret.
  createHmac("sha256", secret).update(`tradewind file link\n${expires}\n${key}`).digest();

export function signLink({ current }: ShopSecrets, key: string, until: Date): LinkProof {
  const expires = String(Math.floor(until.getTime() / 1000));
  return { expires, signature: signatureOf(current, key, expires).toString("base64url") };
}

export function isValidLink(
  secrets: ShopSecrets,
  key: string,
  proof: Partial<LinkProof> & { now: Date },
): boolean {
  const { expires = "", signature = "", now } = proof;
  const given = Buffer.from(signature, "base64url");
  const isGenuine = withAcceptedSecret(secrets, (secret) => {
    const expected = signatureOf(secret, key, expires);
    return given.length === expected.length && timingSafeEqual(given, expected) ? true : null;
  });
  return isGenuine === true && Number(expires) * 1000 > now.getTime();
}
