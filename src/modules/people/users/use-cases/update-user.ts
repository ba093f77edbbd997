import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { duplicate } from "../../../../kernel/refusal.ts";
import { type User, type UserChanges, withChanges } from "../user.ts";
import { isTokenOfAnother, lockUser, lockUsers, saveUser } from "../user-store.ts";

export const updateUser = ({ db }: { db: Db }, id: string, changes: UserChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (changes.api_token) await lockUsers(tx);
    const user = withChanges(await lockUser(tx, id), changes);
    if (changes.api_token) await refuseSharedToken(tx, { ...user, api_token: changes.api_token });
    await saveUser(tx, user);
    await announce(tx, "user.updated", { id });
  });

/** A token says who its holder is, so two users cannot have the same one. */
async function refuseSharedToken(tx: Tx, user: User & { api_token: string }): Promise<void> {
  if (await isTokenOfAnother(tx, user)) throw duplicate("Another user has this api_token already.");
}
