import { refuseTaxUnknownToV1 } from "../../../db/adoption.ts";
import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { lockCurrency, saveCurrency } from "./currency-store.ts";
import { currencyEvents } from "./events.ts";

/** Returns the code as it is stored: in lower case. */
export const updateCurrency = (
  { db }: { db: Db },
  code: string,
  changes: { includes_tax?: boolean },
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const currency = await lockCurrency(tx, code.toLowerCase());
    await refuseTaxUnknownToV1(tx, changes);
    await saveCurrency(tx, { ...currency, includes_tax: changes.includes_tax ?? currency.includes_tax });
    await currencyEvents.announce(tx, "currency.updated", { code: currency.code });
    return currency.code;
  });
