import { hash, verify } from "@node-rs/argon2";
import * as scryptKdf from "scrypt-kdf";
import { mayV1Run } from "../../../../db/adoption.ts";
import type { Connection } from "../../../../db/database.ts";

// The package exports a default class, its types describe named functions.
const scrypt = (scryptKdf as unknown as { default: typeof scryptKdf }).default;

// Argon2id is the library's default algorithm; 19 MiB and two passes are the recommendation of OWASP.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// About as slow as argon2 with the cost above. v1 itself uses 1, 1, 1, but it takes the cost from the hash that it checks.
const COST_FOR_V1 = { logN: 13, r: 8, p: 1 };

/** The hash of a new password: one that v1 understands while v1 may run on the same database. */
export const hashPassword = async (on: Connection, password: string): Promise<string> =>
  (await mayV1Run(on)) ? hashForV1(password) : hashWithArgon2(password);

export const hashWithArgon2 = (password: string): Promise<string> => hash(password, COST);

const hashForV1 = async (password: string): Promise<string> =>
  Buffer.from(await scrypt.kdf(password, COST_FOR_V1)).toString("base64");

const isArgon2 = (stored: string) => stored.startsWith("$argon2");

/** Hashes for v1 (scrypt-kdf in base64) are accepted, and replaced at the next login after v1 is gone. */
export const isOutdated = (stored: string): boolean => !isArgon2(stored);

/** Whether the check of a wrong password takes long, unlike that of a hash which v1 made. */
export function isSlow(stored: string): boolean {
  if (isArgon2(stored)) return true;
  try {
    return scrypt.viewParams(Buffer.from(stored, "base64")).logN >= COST_FOR_V1.logN;
  } catch {
    return false;
  }
}

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
