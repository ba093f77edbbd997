import type { Connection } from "../../../../db/database.ts";
import { tokenReader } from "../../../../http/signed-token.ts";
import type { ShopSecrets } from "../../../../kernel/shop-secrets.ts";
import type { AccountKind } from "../account.ts";
import { findAccount, findUserByApiToken } from "../auth-store.ts";
import { findSessionOwner, type SessionOwner } from "../session-store.ts";
import { passwordMark } from "./tokens.ts";

interface Claims {
  domain?: string;
  user_id?: string;
  customer_id?: string;
  mark?: string;
}

type Credential = { kind: "session" | "bearer" | "api-token"; token: string };

/** The caller with a credential. Credentials of deleted accounts are not valid. */
export function callerIdentifier({ db, secrets }: { db: Connection; secrets: ShopSecrets }) {
  const claimsOf = tokenReader(secrets) as (token: string) => Claims | null;

  const byApiToken = async (token: string): Promise<SessionOwner | null> => {
    const user = await findUserByApiToken(db, token);
    return user ? { userId: user.id, customerId: null, granted: user.granted, apiToken: token } : null;
  };

  const accountOf = async (kind: AccountKind, id: string, mark: string | undefined) => {
    const account = await findAccount(db, kind, id);
    // Tokens that v1 issued carry no mark.
    const isValid = mark === undefined || mark === passwordMark(account?.password_hash ?? "");
    return isValid ? account : null;
  };

  const byClaims = async ({ domain, mark, ...claims }: Claims): Promise<SessionOwner | null> => {
    const { user_id: userId, customer_id: customerId } = claims;
    if (domain === "admin" && userId) {
      const user = await accountOf("user", userId, mark);
      return user && { userId, customerId: null, granted: user.granted };
    }
    if (domain === "store" && customerId) {
      return (await accountOf("customer", customerId, mark)) && { userId: null, customerId, granted: [] };
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
