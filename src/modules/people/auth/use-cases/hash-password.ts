import { hash, verify } from "@node-rs/argon2";
import * as scryptKdf from "scrypt-kdf";

// The package exports a default class, its types describe named functions.
const scrypt = (scryptKdf as unknown as { default: typeof scryptKdf }).default;

// Argon2id is the library's default algorithm; 19 MiB and two passes are the recommendation of OWASP.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

const isArgon2 = (stored: string) => stored.startsWith("$argon2");

/** Hashes of v1 (scrypt-kdf in base64) are accepted, and replaced at the next login. */
export const isOutdated = (stored: string): boolean => !isArgon2(stored);

export async function isPassword(stored: string, password: string): Promise<boolean> {
  try {
    return isArgon2(stored)
      ? await verify(stored, password)
      : await scrypt.verify(Buffer.from(stored, "base64"), password);
  } catch {
    // Neither of the two formats: the login is refused.
    return false;
  }
}
