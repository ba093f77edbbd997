import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { Refusal } from "../../../kernel/refusal.ts";

interface Currency {
  code: string;
  /** Whether prices in this currency include tax. */
  includes_tax: boolean;
}

const lock = compiled("currency-lock", (db, p: { code: string }) =>
  db.selectFrom("currency").select(["code", "includes_tax"]).where("code", "=", p.code).forNoKeyUpdate(),
);

/** Does not block inserts of prices and regions that refer to the currency. */
export async function lockCurrency(tx: Tx, code: string): Promise<Currency> {
  const [found] = await lock(tx, { code });
  if (!found) throw new Refusal("not_found", `Currency with code: ${code} was not found`);
  return found;
}

const update = compiled("currency-update", (db, p: Currency) =>
  db.updateTable("currency").set({ includes_tax: p.includes_tax }).where("code", "=", p.code),
);

export async function saveCurrency(tx: Tx, currency: Currency): Promise<void> {
  await update(tx, currency);
}
