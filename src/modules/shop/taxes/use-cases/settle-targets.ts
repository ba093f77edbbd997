import type { Tx } from "../../../../db/database.ts";
import { type Targets, type TaxRate, targetKinds } from "../tax-rate.ts";
import { checkRegionOfOptions, replaceTargets } from "../tax-targets-store.ts";

/** Makes the rate be for exactly what was sent; the kinds that were not sent stay as they are. */
export async function settleTargets(tx: Tx, taxRate: TaxRate, targets: Targets): Promise<void> {
  for (const kind of targetKinds) {
    const ids = targets[kind];
    if (ids) await replaceTargets(tx, { rateId: taxRate.id, kind, ids });
  }
  await checkRegionOfOptions(tx, taxRate);
}
