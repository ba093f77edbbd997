import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteTaxRateRow } from "../tax-rate-store.ts";

/** A rate that is not there is as good as deleted. */
export const deleteTaxRate = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteTaxRateRow(tx, id);
    if (wasThere) await announce(tx, "tax-rate.deleted", { id });
  });
