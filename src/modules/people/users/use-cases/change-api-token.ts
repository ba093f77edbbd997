import { randomBytes } from "node:crypto";
import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { withChanges } from "../user.ts";
import { lockUserByEmail, saveUser } from "../user-store.ts";

/** A new token for the user; the one before it stops working. */
export async function issueApiToken({ db }: { db: Db }, email: string): Promise<string> {
  const token = `tw_${randomBytes(32).toString("base64url")}`;
  await changeToken(db, email, token);
  return token;
}

export const revokeApiToken = ({ db }: { db: Db }, email: string): Promise<void> =>
  changeToken(db, email, null);

const changeToken = (db: Db, email: string, token: string | null) =>
  inTransaction(db, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) throw new Refusal("not_found", `User with email: ${email} was not found`);
    await saveUser(tx, withChanges(user, { api_token: token }));
    await announce(tx, "user.updated", { id: user.id });
  });
