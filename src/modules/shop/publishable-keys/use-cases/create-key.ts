import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { insertKey } from "../publishable-key-store.ts";

export const createKey = ({ db }: { db: Db }, input: { title: string; userId: string }): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = newId("pk");
    await insertKey(tx, { id, ...input });
    await announce(tx, "publishable_api_key.created", { id });
    return id;
  });
