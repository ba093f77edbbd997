import { createHash } from "node:crypto";

/** Hashes of tokens are in v1's column; this tells them from tokens that v1 stored as they are. */
export const HASH_PREFIX = "sha256:";

/** As it is stored: reading the table is not enough to use a token. A token is random and long, so a fast hash is enough. */
export const hashedToken = (token: string): string =>
  `${HASH_PREFIX}${createHash("sha256").update(token).digest("hex")}`;
