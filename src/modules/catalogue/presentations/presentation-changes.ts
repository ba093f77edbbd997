import type { Db } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { checkProduct, describeProduct, lockProduct } from "../products/index.ts";
import { type PresentationChanges, withChanges } from "./presentation.ts";
import { findPresentation, findVariantIds, savePresentations } from "./presentation-store.ts";

/** A rich description becomes the plain one of the product, too, which clients of v1 know. */
export const updatePresentation = (
  { db }: { db: Db },
  id: string,
  sent: PresentationChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockProduct(tx, id);
    const stored = await findPresentation(tx, id);
    const next = withChanges(stored, sent, await findVariantIds(tx, [id]));
    await savePresentations(tx, [next]);
    await describeProduct(tx, id, {
      ...(sent.rich_description !== undefined && { description: next.plain_description }),
      fields: Object.keys(sent),
    });
    recordUpdate(tx, stored, next);
  });

/** Without what only the server needs. */
export async function readPresentation({ db }: { db: Db }, id: string) {
  await checkProduct(db, id);
  const { plain_description: _, ...shown } = await findPresentation(db, id);
  return shown;
}
