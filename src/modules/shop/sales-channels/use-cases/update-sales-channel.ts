import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { keepDefault, type SalesChannelChanges, withChanges } from "../sales-channel.ts";
import { lockChannel, lockDefaultChannels, saveChannel } from "../sales-channel-store.ts";

export const updateSalesChannel = (
  { db }: { db: Db },
  id: string,
  changes: SalesChannelChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (changes.is_disabled) keepDefault(id, await lockDefaultChannels(tx), "disable");
    const channel = await lockChannel(tx, id);
    await saveChannel(tx, withChanges(channel, changes));
    await announce(tx, "sales_channel.updated", { id });
  });
