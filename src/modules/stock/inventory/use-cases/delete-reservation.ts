import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { releaseRows } from "../stock-removal-store.ts";

/** A reservation that is not there is as good as deleted. */
export const deleteReservation = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [released] = await releaseRows(tx, { ids: [id] });
    if (released) await announce(tx, "reservation-item.deleted", { id });
  });
