import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type Category, type CategoryChanges, canMove, checkPlace, withChanges } from "../category.ts";
import { withoutPlaced, withPlaced } from "../category-order.ts";
import { lockCategory, saveCategory } from "../category-store.ts";
import {
  ancestorsBelow,
  arrange,
  changeParent,
  childrenOf,
  heightOf,
  lockTree,
  savePaths,
} from "../category-tree-store.ts";

export const updateCategory = ({ db }: { db: Db }, id: string, changes: CategoryChanges): Promise<string> =>
  inTransaction(db, async (tx) => {
    if (canMove(changes)) await lockTree(tx);
    const category = await lockCategory(tx, id);
    const changed = withChanges(category, changes);
    await saveCategory(tx, changed);
    const hasNewParent = changed.parent_category_id !== category.parent_category_id;
    if (hasNewParent) await leaveParent(tx, category, changed);
    if (hasNewParent || changes.rank !== undefined) await takePlace(tx, changed, changes.rank);
    await announce(tx, "product-category.updated", { id });
    return id;
  });

/** Goes to another parent; the siblings it leaves close ranks. */
async function leaveParent(tx: Tx, { id, parent_category_id: from }: Category, to: Category): Promise<void> {
  const ancestors = await ancestorsBelow(tx, to.parent_category_id);
  checkPlace(id, { ancestors, height: await heightOf(tx, id) });
  const siblings = await childrenOf(tx, from);
  await changeParent(tx, id, to.parent_category_id);
  await arrange(tx, siblings, withoutPlaced(siblings, id));
  await savePaths(tx, id, ancestors);
}

/** Without a rank, or past the end, it becomes the last. */
async function takePlace(tx: Tx, { id, parent_category_id: parentId }: Category, rank?: number) {
  const siblings = await childrenOf(tx, parentId);
  await arrange(tx, siblings, withPlaced(siblings, id, rank));
}
