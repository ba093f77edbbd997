import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteOptionRow } from "../shipping-option-store.ts";

/** An option that is not there is as good as deleted. Carts and orders that chose it keep their price. */
export const deleteShippingOption = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteOptionRow(tx, id);
    if (wasThere) await announce(tx, "shipping-option.deleted", { id });
  });
