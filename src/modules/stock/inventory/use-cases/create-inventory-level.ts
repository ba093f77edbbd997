import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { NewLevel } from "../inventory-level.ts";
import { insertLevel } from "../inventory-level-store.ts";

export const createInventoryLevel = ({ db }: { db: Db }, itemId: string, input: NewLevel): Promise<void> =>
  inTransaction(db, async (tx) => {
    const id = newId("ilev");
    await insertLevel(tx, {
      id,
      itemId,
      locationId: input.location_id,
      stocked: input.stocked_quantity,
      incoming: input.incoming_quantity ?? 0,
    });
    await announce(tx, "inventory-level.created", { id });
  });
