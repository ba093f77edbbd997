import { createHash } from "node:crypto";
import { createDecoder } from "fast-jwt";
import { mayV1Run } from "../../../../db/adoption.ts";
import type { Connection } from "../../../../db/database.ts";
import { readToken, readTokenOfKey, signToken } from "../../../../http/signed-token.ts";
import { days, hours, minutes } from "../../../../kernel/dates.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import type { ShopSecrets } from "../../../../kernel/shop-secrets.ts";
import type { AccountKind } from "../account.ts";
import type { CheckedLogin } from "./log-in.ts";

const lifetimes = { user: hours(24), customer: days(30) };

/** Identifies a password without revealing it, so that a new password ends tokens. */
export const passwordMark = (passwordHash: string): string =>
  createHash("sha256").update(`mark ${passwordHash}`).digest("base64url").slice(0, 16);

/** A JWT of the account: valid a day for users, a month for customers, or until the password changes. */
export function issueToken(
  secrets: ShopSecrets,
  kind: AccountKind,
  { id, passwordHash }: CheckedLogin,
): string {
  const mark = passwordMark(passwordHash);
  const claims =
    kind === "user" ? { user_id: id, domain: "admin", mark } : { customer_id: id, domain: "store", mark };
  return signToken(secrets, { claims, expiresIn: lifetimes[kind] });
}

interface ResetTokenKey {
  secrets: ShopSecrets;
  /** The current hash of the account. A new password has a new hash, so a token works only once. */
  passwordHash: string | null;
}

type ResetClaims = Record<string, string>;

// The word `reset` separates these tokens from login tokens, even for an account without a password.
const signingKeyOf =
  ({ passwordHash }: ResetTokenKey) =>
  (secret: string) =>
    `${secret} reset ${passwordHash ?? ""}`;

const RESET_TIME = minutes(15);

/** A token to set a new password, valid for 15 minutes and for one use. It depends on nothing else: it need not be stored. */
export const issueResetToken = (
  key: ResetTokenKey,
  claims: ResetClaims,
  issuedAt: Date,
): { token: string; validUntil: Date } => ({
  token: signToken(key.secrets, { claims, expiresIn: RESET_TIME, issuedAt, keyOf: signingKeyOf(key) }),
  validUntil: new Date(issuedAt.getTime() + RESET_TIME),
});

/** The claims of the token. Refuses a forged, expired or used token. */
export async function readResetToken(
  on: Connection,
  key: ResetTokenKey,
  token: string,
): Promise<ResetClaims> {
  const claims =
    readToken(key.secrets, token, signingKeyOf(key)) ?? (await readResetTokenOfV1(on, key, token));
  if (!claims) throw new Refusal("unauthorized", "Unauthorized");
  return claims as ResetClaims;
}

/** v1 signs with the hash alone. Its tokens are valid for 15 minutes, so none is left when v1 is gone. */
async function readResetTokenOfV1(on: Connection, { passwordHash }: ResetTokenKey, token: string) {
  if (!passwordHash) return null;
  const claims = readTokenOfKey(passwordHash, token);
  return claims && typeof claims.exp === "number" && (await mayV1Run(on)) ? claims : null;
}

const decode = createDecoder();

/** A malformed token is bad input (400), not a failed authentication. */
export function refuseMalformedToken(token: string): void {
  try {
    decode(token);
  } catch {
    throw invalid("invalid token");
  }
}

/** The unverified claims of the token, to find the account whose hash verifies it. */
export function claimedByResetToken(token: string): Partial<ResetClaims> {
  try {
    const claims: [string, unknown][] = Object.entries(decode(token));
    return Object.fromEntries(
      claims.filter((claim): claim is [string, string] => typeof claim[1] === "string"),
    );
  } catch {
    return {};
  }
}
