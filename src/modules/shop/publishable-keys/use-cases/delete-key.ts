import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { takeAllChannels } from "../key-channels-store.ts";
import { unknownKey } from "../publishable-key.ts";
import { deleteKeyRow } from "../publishable-key-store.ts";

export const deleteKey = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteKeyRow(tx, id);
    if (!wasThere) throw unknownKey(id);
    await takeAllChannels(tx, id);
    await announce(tx, "publishable_api_key.deleted", { id });
  });
