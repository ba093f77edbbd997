import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { removeAllLocations } from "../channel-locations-store.ts";
import { keepDefault } from "../sales-channel.ts";
import { deleteChannelRow, lockDefaultChannels } from "../sales-channel-store.ts";

/** A channel that is not there is as good as deleted. */
export const deleteSalesChannel = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    keepDefault(id, await lockDefaultChannels(tx), "delete");
    const { wasThere } = await deleteChannelRow(tx, id);
    if (!wasThere) return;
    await removeAllLocations(tx, id);
    await announce(tx, "sales_channel.deleted", { id });
  });
