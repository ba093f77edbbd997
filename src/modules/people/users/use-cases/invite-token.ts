import { randomUUID } from "node:crypto";
import { createSigner, createVerifier } from "fast-jwt";
import { invalid } from "../../../../kernel/refusal.ts";
import { INVITE_TIME, type InviteClaims } from "../invite.ts";

/** The `jti` makes each token unique, even within a second. */
export const issueInviteToken = (jwtSecret: string, claims: InviteClaims): string =>
  createSigner({ key: jwtSecret, algorithm: "HS256", expiresIn: INVITE_TIME })({
    ...claims,
    jti: randomUUID(),
  });

export function readInviteToken(jwtSecret: string, token: string): InviteClaims {
  const claims = verified(jwtSecret, token);
  if (typeof claims.invite_id !== "string" || typeof claims.user_email !== "string")
    throw invalid("Token is not valid");
  return claims as InviteClaims;
}

function verified(jwtSecret: string, token: string): Partial<InviteClaims> {
  try {
    return createVerifier({ key: jwtSecret, algorithms: ["HS256"] })(token) as Partial<InviteClaims>;
  } catch {
    throw invalid("Token is not valid");
  }
}
