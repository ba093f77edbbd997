import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteProductRow, findAndLockProduct } from "../product-store.ts";
import { deleteVariantRows } from "../variant-store.ts";

/** A product that is not there is as good as deleted. */
export const deleteProduct = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await findAndLockProduct(tx, id))) return;
    await deleteVariantRows(tx, id, null);
    await deleteProductRow(tx, id);
    await announce(tx, "product.deleted", { id });
  });
