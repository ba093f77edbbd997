import { createHash } from "node:crypto";
import { sql } from "kysely";

/** Hashes of tokens are in v1's column; this tells them from tokens that v1 stored as they are. */
export const HASH_PREFIX = "sha256:";

/** As it is stored: reading the table is not enough to use a token. A token is random and long, so a fast hash is enough. */
export const hashedToken = (token: string): string =>
  `${HASH_PREFIX}${createHash("sha256").update(token).digest("hex")}`;

/** The stored token as a hash. One that v1 stored is hashed here: a comparison of hashes takes as long for any guess. */
const TOKEN_HASH = sql<string>`case when starts_with(api_token, ${sql.lit(HASH_PREFIX)}) then api_token
  else ${sql.lit(HASH_PREFIX)} || encode(sha256(convert_to(api_token, 'UTF8')), 'hex') end`;

/** Whether the user in this row has the token with this hash. */
export const hasTokenHash = (hash: string) =>
  sql<boolean>`(api_token is not null and ${TOKEN_HASH} = ${hash})`;
