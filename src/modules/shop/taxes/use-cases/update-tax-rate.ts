import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { holdRegion } from "../../regions/index.ts";
import { type TaxRateChanges, withChanges } from "../tax-rate.ts";
import { lockTaxRate, saveTaxRate } from "../tax-rate-store.ts";
import { settleTargets } from "./settle-targets.ts";

export const updateTaxRate = ({ db }: { db: Db }, id: string, changes: TaxRateChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const taxRate = await lockTaxRate(tx, id);
    const next = withChanges(taxRate, changes);
    if (next.region_id !== taxRate.region_id) await holdRegion(tx, next.region_id);
    await saveTaxRate(tx, next);
    await settleTargets(tx, next, changes);
    await announce(tx, "tax-rate.updated", { id, fields: Object.keys(changes) });
  });
