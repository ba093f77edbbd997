import { createVerifier } from "fast-jwt";
import type { Connection } from "../../../db/database.ts";
import { accountExists, findUserByApiToken } from "../auth-store.ts";
import { findSessionOwner, type SessionOwner } from "../session-store.ts";

interface Claims {
  domain?: string;
  user_id?: string;
  customer_id?: string;
}

type Credential = { kind: "session" | "bearer" | "api-token"; token: string };

/** Who holds a credential. A deleted account holds none, whatever was issued to it before. */
export function callerIdentifier({ db, jwtSecret }: { db: Connection; jwtSecret: string }) {
  const verify = createVerifier({ key: jwtSecret, algorithms: ["HS256"], cache: 1_000 });

  const claimsOf = (token: string): Claims | null => {
    try {
      return verify(token) as Claims;
    } catch {
      return null;
    }
  };

  const byApiToken = async (token: string): Promise<SessionOwner | null> => {
    const userId = await findUserByApiToken(db, token);
    return userId ? { userId, customerId: null } : null;
  };

  const byClaims = async (claims: Claims): Promise<SessionOwner | null> => {
    const { domain, user_id: userId, customer_id: customerId } = claims;
    if (domain === "admin" && userId && (await accountExists(db, "user", userId)))
      return { userId, customerId: null };
    if (domain === "store" && customerId && (await accountExists(db, "customer", customerId))) {
      return { userId: null, customerId };
    }
    return null;
  };

  return async ({ kind, token }: Credential): Promise<SessionOwner | null> => {
    if (kind === "session") return findSessionOwner(db, token);
    if (kind === "api-token") return byApiToken(token);
    const claims = claimsOf(token);
    return claims ? byClaims(claims) : byApiToken(token);
  };
}
