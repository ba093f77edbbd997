import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { takeAllChannels } from "../key-channels-store.ts";
import { deleteKeyRow } from "../publishable-key-store.ts";

/** A key that is not there is as good as deleted. */
export const deleteKey = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteKeyRow(tx, id);
    if (!wasThere) return;
    await takeAllChannels(tx, id);
    await announce(tx, "publishable_api_key.deleted", { id });
  });
