import { createSigner, createVerifier } from "fast-jwt";
import { minutes } from "../../../../kernel/dates.ts";
import { invalidToken, type Takeover } from "../takeover.ts";

// A token for this is good for nothing else, and no other token is good for this.
const PURPOSE = "order-takeover";

/** A token with which orders go over to an account, good for a quarter of an hour as in v1. */
export const issueTakeoverToken = (jwtSecret: string, takeover: Takeover): string =>
  createSigner({ key: jwtSecret, algorithm: "HS256", expiresIn: minutes(15) })({
    ...takeover,
    purpose: PURPOSE,
  });

export function readTakeoverToken(jwtSecret: string, token: string): Takeover {
  const { purpose, claimingCustomerId, orders, oldEmail } = verified(jwtSecret, token);
  const isWhole =
    purpose === PURPOSE &&
    typeof claimingCustomerId === "string" &&
    typeof oldEmail === "string" &&
    Array.isArray(orders);
  if (!isWhole) throw invalidToken();
  return { claimingCustomerId, orders, oldEmail };
}

function verified(jwtSecret: string, token: string): Partial<Takeover> & { purpose?: string } {
  try {
    return createVerifier({ key: jwtSecret, algorithms: ["HS256"] })(token);
  } catch {
    throw invalidToken();
  }
}
