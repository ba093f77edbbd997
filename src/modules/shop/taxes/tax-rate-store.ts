import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { type TaxRate, taxRateNotFound } from "./tax-rate.ts";

const insert = compiled("tax-rate-insert", (db, p: TaxRate) =>
  db
    .insertInto("tax_rate")
    .values({ id: p.id, name: p.name, code: p.code, rate: p.rate, region_id: p.region_id }),
);

const update = compiled("tax-rate-update", (db, p: TaxRate) =>
  db
    .updateTable("tax_rate")
    .set({ name: p.name, code: p.code, rate: p.rate, region_id: p.region_id, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const lock = compiled("tax-rate-lock", (db, p: { id: string }) =>
  db
    .selectFrom("tax_rate")
    .select(["id", "name", "code", "rate", "region_id"])
    .where("id", "=", p.id)
    .forNoKeyUpdate(),
);

const remove = compiled("tax-rate-delete", (db, p: { id: string }) =>
  db.deleteFrom("tax_rate").where("id", "=", p.id).returning("id"),
);

export async function insertTaxRate(tx: Tx, taxRate: TaxRate): Promise<void> {
  await insert(tx, taxRate);
}

export async function lockTaxRate(tx: Tx, id: string): Promise<TaxRate> {
  const [found] = await lock(tx, { id });
  if (!found) throw taxRateNotFound(id);
  return found;
}

export async function saveTaxRate(tx: Tx, taxRate: TaxRate): Promise<void> {
  await update(tx, taxRate);
}

/** Foreign keys delete the links to products, types and shipping options. */
export async function deleteTaxRateRow(tx: Tx, id: string): Promise<{ existed: boolean }> {
  return { existed: (await remove(tx, { id })).length > 0 };
}
