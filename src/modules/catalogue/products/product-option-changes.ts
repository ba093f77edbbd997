import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { deleteOptionRow, insertOptions, saveOption, saveValues } from "./option-store.ts";
import { readContent } from "./product-content-store.ts";
import { checkOptionRemovable, checkOptionTitle, DEFAULT_VALUE } from "./product-option.ts";
import { lockProduct } from "./product-store.ts";
import type { ProductContent } from "./variant-plan.ts";

interface OptionRef {
  productId: string;
  optionId: string;
}

/** Existing variants get a default value. */
export const addOption = ({ db }: { db: Db }, productId: string, title: string): Promise<void> =>
  changeOptions(db, productId, async (tx, { options, variants }) => {
    checkOptionTitle(options, title);
    const option = { id: newId("opt"), title };
    await insertOptions(tx, productId, [option]);
    const values = variants.map(({ id }) => ({
      id: newId("optval"),
      option_id: option.id,
      variant_id: id,
      value: DEFAULT_VALUE,
    }));
    await saveValues(tx, values);
  });

export const renameOption = (
  { db }: { db: Db },
  { productId, optionId }: OptionRef,
  title: string,
): Promise<void> =>
  changeOptions(db, productId, async (tx, { options }) => {
    if (!options.some(({ id }) => id === optionId)) throw notFound("Option", optionId);
    checkOptionTitle(
      options.filter(({ id }) => id !== optionId),
      title,
    );
    await saveOption(tx, { id: optionId, title });
  });

/** Succeeds also if the option does not exist. */
export const deleteOption = ({ db }: { db: Db }, { productId, optionId }: OptionRef): Promise<void> =>
  changeOptions(db, productId, async (tx, { options, variants }) => {
    if (!options.some(({ id }) => id === optionId)) return;
    checkOptionRemovable(optionId, variants);
    await deleteOptionRow(tx, optionId);
  });

const changeOptions = (
  db: Db,
  productId: string,
  change: (tx: Tx, content: ProductContent) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockProduct(tx, productId);
    await change(tx, await readContent(tx, productId));
    await announce(tx, "product.updated", { id: productId, fields: ["options"] });
  });
