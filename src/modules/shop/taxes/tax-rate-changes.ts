import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { lockRegionShared } from "../regions/index.ts";
import { taxRateEvents } from "./events.ts";
import {
  type NewTaxRate,
  type TargetKind,
  type TaxRate,
  type TaxRateChanges,
  type TaxRateTargets,
  targetKinds,
  taxRateFrom,
  withChanges,
} from "./tax-rate.ts";
import {
  addTargets,
  checkRegionOfOptions,
  deleteTaxRateRow,
  insertTaxRate,
  lockTaxRate,
  removeTargets,
  replaceTargets,
  saveTaxRate,
} from "./tax-rate-store.ts";

export const createTaxRate = ({ db }: { db: Db }, input: NewTaxRate): Promise<string> =>
  inTransaction(db, async (tx) => {
    const taxRate = taxRateFrom(newId("txr"), input);
    await lockRegionShared(tx, taxRate.region_id);
    await insertTaxRate(tx, taxRate);
    await saveTargets(tx, taxRate, input);
    await taxRateEvents.announce(tx, "tax-rate.created", { id: taxRate.id });
    return taxRate.id;
  });

export const updateTaxRate = ({ db }: { db: Db }, id: string, changes: TaxRateChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const taxRate = await lockTaxRate(tx, id);
    const next = withChanges(taxRate, changes);
    if (next.region_id !== taxRate.region_id) await lockRegionShared(tx, next.region_id);
    await saveTaxRate(tx, next);
    recordUpdate(tx, taxRate, next);
    await saveTargets(tx, next, changes);
    await taxRateEvents.announce(tx, "tax-rate.updated", { id, fields: Object.keys(changes) });
  });

/** Succeeds also if the rate does not exist. */
export const deleteTaxRate = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { existed } = await deleteTaxRateRow(tx, id);
    if (existed) await taxRateEvents.announce(tx, "tax-rate.deleted", { id });
  });

/** Replaces the targets of the kinds that were sent; the other kinds stay unchanged. */
export async function saveTargets(tx: Tx, taxRate: TaxRate, targets: TaxRateTargets): Promise<void> {
  for (const kind of targetKinds) {
    const ids = targets[kind];
    if (ids) await replaceTargets(tx, { rateId: taxRate.id, kind, ids });
  }
  await checkRegionOfOptions(tx, taxRate);
}

interface TargetChange {
  rateId: string;
  kind: TargetKind;
  ids: string[];
}

/** If one target does not exist, none is added. */
export const addTaxTargets = ({ db }: { db: Db }, change: TargetChange): Promise<void> =>
  changeTargets(db, change, addTargets);

/** Targets that the rate does not have are ignored. */
export const removeTaxTargets = ({ db }: { db: Db }, change: TargetChange): Promise<void> =>
  changeTargets(db, change, removeTargets);

const changeTargets = (
  db: Db,
  change: TargetChange,
  write: (tx: Tx, change: TargetChange) => Promise<void>,
) =>
  inTransaction(db, async (tx) => {
    const taxRate = await lockTaxRate(tx, change.rateId);
    await write(tx, change);
    if (change.kind === "shipping_options") await checkRegionOfOptions(tx, taxRate);
    await saveTaxRate(tx, taxRate);
    await taxRateEvents.announce(tx, "tax-rate.updated", { id: change.rateId, fields: [change.kind] });
  });
