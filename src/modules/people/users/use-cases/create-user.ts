import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { hashPassword } from "../../auth/index.ts";
import { type NewUser, userFrom } from "../user.ts";
import { insertUser, lockUsers } from "../user-store.ts";

/** Returns the id of the new user. */
export async function createUser(
  { db }: { db: Db },
  { password, ...input }: NewUser & { password: string },
): Promise<string> {
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    await lockUsers(tx);
    const user = userFrom(newId("usr"), input);
    await insertUser(tx, user, passwordHash);
    await announce(tx, "user.created", { id: user.id });
    return user.id;
  });
}
