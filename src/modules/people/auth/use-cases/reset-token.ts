import { createDecoder, createSigner, createVerifier } from "fast-jwt";
import { minutes } from "../../../../kernel/dates.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";

interface Signed {
  jwtSecret: string;
  /** The account's hash at this moment. A new password makes a new hash, so that a token works only once. */
  passwordHash: string | null;
}

type ResetClaims = Record<string, string>;

// The word keeps an account without a password from being signed for with the secret of the login tokens.
const keyOf = ({ jwtSecret, passwordHash }: Signed) => `${jwtSecret} reset ${passwordHash ?? ""}`;

/** A token to set a new password with, good for a quarter of an hour and for one use. */
export const issueResetToken = (signed: Signed, claims: ResetClaims): string =>
  createSigner({ key: keyOf(signed), algorithm: "HS256", expiresIn: minutes(15) })(claims);

/** What the token says, or a refusal when it is forged, expired or used. */
export function readResetToken(signed: Signed, token: string): ResetClaims {
  try {
    return createVerifier({ key: keyOf(signed), algorithms: ["HS256"] })(token) as ResetClaims;
  } catch {
    throw new Refusal("unauthorized", "Unauthorized");
  }
}

const decode = createDecoder();

/** Something that was never a token says nothing about accounts: it is bad input, not a failed proof. */
export function refuseMalformedToken(token: string): void {
  try {
    decode(token);
  } catch {
    throw invalid("invalid token");
  }
}

/** What the token claims, unproven: only to find the account whose hash then proves it. */
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
