import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { deleteOptionRow, insertOptions, saveOption, saveValues } from "../option-store.ts";
import { readContent } from "../product-content-store.ts";
import { checkOptionTitle, checkRemovable, DEFAULT_VALUE } from "../product-option.ts";
import { lockProduct } from "../product-store.ts";
import type { ProductContent } from "../variant-plan.ts";

interface OptionOf {
  productId: string;
  optionId: string;
}

/** Variants that are there already get a value that somebody may change. */
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
  { productId, optionId }: OptionOf,
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

/** An option that is not there is as good as deleted. */
export const deleteOption = ({ db }: { db: Db }, { productId, optionId }: OptionOf): Promise<void> =>
  changeOptions(db, productId, async (tx, { options, variants }) => {
    if (!options.some(({ id }) => id === optionId)) return;
    checkRemovable(optionId, variants);
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
