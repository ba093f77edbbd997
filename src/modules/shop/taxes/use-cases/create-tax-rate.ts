import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { holdRegion } from "../../regions/index.ts";
import { type NewTaxRate, taxRateFrom } from "../tax-rate.ts";
import { insertTaxRate } from "../tax-rate-store.ts";
import { settleTargets } from "./settle-targets.ts";

export const createTaxRate = ({ db }: { db: Db }, input: NewTaxRate): Promise<string> =>
  inTransaction(db, async (tx) => {
    const taxRate = taxRateFrom(newId("txr"), input);
    await holdRegion(tx, taxRate.region_id);
    await insertTaxRate(tx, taxRate);
    await settleTargets(tx, taxRate, input);
    await announce(tx, "tax-rate.created", { id: taxRate.id });
    return taxRate.id;
  });
