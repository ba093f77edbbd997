import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { hasChildren } from "../category.ts";
import { withoutPlaced } from "../category-order.ts";
import { deleteCategoryRow, findLockedCategory } from "../category-store.ts";
import { arrange, childrenOf, lockTree } from "../category-tree-store.ts";

/** A category that is not there is as good as deleted. */
export const deleteCategory = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockTree(tx);
    const category = await findLockedCategory(tx, id);
    if (!category) return;
    if ((await childrenOf(tx, id)).length > 0) throw hasChildren(id);
    const siblings = await childrenOf(tx, category.parent_category_id);
    await deleteCategoryRow(tx, id);
    await arrange(tx, siblings, withoutPlaced(siblings, id));
    await announce(tx, "product-category.deleted", { id });
  });
