import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalidParts } from "../../../kernel/refusal.ts";
import {
  type Category,
  type CategoryChanges,
  canMove,
  categoryFrom,
  categoryHasChildren,
  checkPosition,
  type NewCategory,
  orderWith,
  orderWithout,
  pathOf,
  withChanges,
} from "./category.ts";
import {
  addProducts,
  categoryFields,
  deleteCategoryRow,
  findMissingProducts,
  insertCategory,
  lockCategory,
  lockCategoryIfExists,
  lockCategoryShared,
  removeProducts,
  saveCategory,
} from "./category-store.ts";
import {
  changeParent,
  findAncestors,
  heightOf,
  listChildren,
  lockTree,
  saveOrder,
  savePaths,
} from "./category-tree-store.ts";
import { categoryEvents } from "./events.ts";

/** A new category is the last among its siblings. */
export const createCategory = ({ db }: { db: Db }, input: NewCategory): Promise<string> =>
  inTransaction(db, async (tx) => {
    const category = categoryFrom(newId("pcat"), input);
    const { id, parent_category_id: parentId } = category;
    await lockTree(tx);
    const ancestors = await findAncestors(tx, parentId);
    checkPosition(id, { ancestors, height: 1 });
    const siblings = await listChildren(tx, parentId);
    const order = siblings.map((sibling) => sibling.id);
    await saveOrder(tx, siblings, order);
    await insertCategory(tx, { ...category, rank: order.length, mpath: pathOf(ancestors, id) });
    await categoryFields.save(tx, id, input.custom_fields);
    await categoryEvents.announce(tx, "product-category.created", { id });
    return id;
  });

export const updateCategory = ({ db }: { db: Db }, id: string, changes: CategoryChanges): Promise<string> =>
  inTransaction(db, async (tx) => {
    if (canMove(changes)) await lockTree(tx);
    const category = await lockCategory(tx, id);
    const changed = withChanges(category, changes);
    await saveCategory(tx, changed);
    await categoryFields.save(tx, id, changes.custom_fields);
    const hasNewParent = changed.parent_category_id !== category.parent_category_id;
    if (hasNewParent) await moveToParent(tx, category, changed);
    if (hasNewParent || changes.rank !== undefined) await moveToRank(tx, changed, changes.rank);
    await categoryEvents.announce(tx, "product-category.updated", { id });
    return id;
  });

/** Moves the category to another parent and closes the gap among its former siblings. */
async function moveToParent(tx: Tx, { id, parent_category_id: from }: Category, to: Category): Promise<void> {
  const ancestors = await findAncestors(tx, to.parent_category_id);
  checkPosition(id, { ancestors, height: await heightOf(tx, id) });
  const siblings = await listChildren(tx, from);
  await changeParent(tx, id, to.parent_category_id);
  await saveOrder(tx, siblings, orderWithout(siblings, id));
  await savePaths(tx, id, ancestors);
}

/** Without a rank, or past the end, the category becomes the last. */
async function moveToRank(tx: Tx, { id, parent_category_id: parentId }: Category, rank?: number) {
  const siblings = await listChildren(tx, parentId);
  await saveOrder(tx, siblings, orderWith(siblings, id, rank));
}

/** Succeeds also if the category does not exist. */
export const deleteCategory = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockTree(tx);
    const category = await lockCategoryIfExists(tx, id);
    if (!category) return;
    if ((await listChildren(tx, id)).length > 0) throw categoryHasChildren(id);
    const siblings = await listChildren(tx, category.parent_category_id);
    await deleteCategoryRow(tx, id);
    await saveOrder(tx, siblings, orderWithout(siblings, id));
    await categoryEvents.announce(tx, "product-category.deleted", { id });
  });

interface CategoryProductsChange {
  categoryId: string;
  products: readonly { id: string }[];
}

/** Products that are already in the category are ignored. If one product does not exist, none is added. */
export const addProductsToCategory = ({ db }: { db: Db }, change: CategoryProductsChange): Promise<string> =>
  changeProducts(db, change, addProducts);

/** Products that are not in the category are ignored; products that do not exist are refused. */
export const removeProductsFromCategory = (
  { db }: { db: Db },
  change: CategoryProductsChange,
): Promise<string> => changeProducts(db, change, removeProducts);

const changeProducts = (
  db: Db,
  { categoryId, products }: CategoryProductsChange,
  write: (tx: Tx, id: string, productIds: string[]) => Promise<unknown>,
) =>
  inTransaction(db, async (tx) => {
    const productIds = [...new Set(products.map(({ id }) => id))];
    await lockCategoryShared(tx, categoryId);
    const unknown = await findMissingProducts(tx, productIds);
    if (unknown.length > 0) throw invalidParts([`Products ${unknown.join(", ")} do not exist`]);
    await write(tx, categoryId, productIds);
    await categoryEvents.announce(tx, "product-category.updated", { id: categoryId });
    return categoryId;
  });
