import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { channelFrom, type NewSalesChannel } from "../sales-channel.ts";
import { insertChannel } from "../sales-channel-store.ts";

export const createSalesChannel = ({ db }: { db: Db }, input: NewSalesChannel): Promise<string> =>
  inTransaction(db, async (tx) => {
    const channel = channelFrom(newId("sc"), input);
    await insertChannel(tx, channel);
    await announce(tx, "sales_channel.created", { id: channel.id });
    return channel.id;
  });
