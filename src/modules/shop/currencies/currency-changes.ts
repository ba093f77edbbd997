import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { type CurrencyChanges, withChanges } from "./currency.ts";
import { lockCurrency, saveCurrency } from "./currency-store.ts";

export const updateCurrency = ({ db }: { db: Db }, code: string, changes: CurrencyChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const currency = await lockCurrency(tx, code);
    await saveCurrency(tx, withChanges(currency, changes));
    await announce(tx, "currency.updated", { code });
  });
