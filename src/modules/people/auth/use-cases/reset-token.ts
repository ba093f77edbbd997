import { createDecoder, createSigner, createVerifier } from "fast-jwt";
import { minutes } from "../../../../kernel/dates.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";

interface ResetTokenKey {
  jwtSecret: string;
  /** The current hash of the account. A new password has a new hash, so a token works only once. */
  passwordHash: string | null;
}

type ResetClaims = Record<string, string>;

// The word `reset` separates these tokens from login tokens, even for an account without a password.
const signingKeyOf = ({ jwtSecret, passwordHash }: ResetTokenKey) =>
  `${jwtSecret} reset ${passwordHash ?? ""}`;

/** A token to set a new password, valid for 15 minutes and for one use. */
export const issueResetToken = (key: ResetTokenKey, claims: ResetClaims): string =>
  createSigner({ key: signingKeyOf(key), algorithm: "HS256", expiresIn: minutes(15) })(claims);

/** The claims of the token. Refuses a forged, expired or used token. */
export function readResetToken(key: ResetTokenKey, token: string): ResetClaims {
  try {
    return createVerifier({ key: signingKeyOf(key), algorithms: ["HS256"] })(token) as ResetClaims;
  } catch {
    throw new Refusal("unauthorized", "Unauthorized");
  }
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
