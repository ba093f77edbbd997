import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import type { TargetKind } from "../tax-rate.ts";
import { lockTaxRate, saveTaxRate } from "../tax-rate-store.ts";
import { addTargets, checkRegionOfOptions, removeTargets } from "../tax-targets-store.ts";

interface Change {
  rateId: string;
  kind: TargetKind;
  ids: string[];
}

/** What does not exist keeps the rest out, too. */
export const addTaxTargets = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeTargets(db, change, addTargets);

/** What the rate is not for is passed over. */
export const removeTaxTargets = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeTargets(db, change, removeTargets);

const changeTargets = (db: Db, change: Change, write: (tx: Tx, change: Change) => Promise<void>) =>
  inTransaction(db, async (tx) => {
    const taxRate = await lockTaxRate(tx, change.rateId);
    await write(tx, change);
    if (change.kind === "shipping_options") await checkRegionOfOptions(tx, taxRate);
    await saveTaxRate(tx, taxRate);
    await announce(tx, "tax-rate.updated", { id: change.rateId, fields: [change.kind] });
  });
