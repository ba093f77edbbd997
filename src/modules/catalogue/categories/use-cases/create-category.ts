import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { categoryFrom, checkPlace, type NewCategory, pathOf } from "../category.ts";
import { insertCategory } from "../category-store.ts";
import { ancestorsBelow, arrange, childrenOf, lockTree } from "../category-tree-store.ts";

/** A new category is the last among its siblings. */
export const createCategory = ({ db }: { db: Db }, input: NewCategory): Promise<string> =>
  inTransaction(db, async (tx) => {
    const category = categoryFrom(newId("pcat"), input);
    const { id, parent_category_id: parentId } = category;
    await lockTree(tx);
    const ancestors = await ancestorsBelow(tx, parentId);
    checkPlace(id, { ancestors, height: 1 });
    const siblings = await childrenOf(tx, parentId);
    const order = siblings.map((sibling) => sibling.id);
    await arrange(tx, siblings, order);
    await insertCategory(tx, { ...category, rank: order.length, mpath: pathOf(ancestors, id) });
    await announce(tx, "product-category.created", { id });
    return id;
  });
