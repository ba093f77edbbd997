import { sql } from "kysely";
import { refusedKey, refusing, type Violation } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal } from "../../../kernel/refusal.ts";

/** A stored price. */
export interface PriceRow {
  id: string;
  variant_id: string;
  amount: number;
  currency_code: string;
  /** Null: the price applies wherever the currency is used. */
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
}

const saveAll = compiledReturningWrite(
  "variant-prices-save",
  { inserts: ["money_amount"], updates: ["money_amount"] },
  (p: { rows: string }) => sql`insert into money_amount
      (id, currency_code, region_id, amount, min_quantity, max_quantity)
    select id, currency_code, region_id, amount, min_quantity, max_quantity
    from json_populate_recordset(null::money_amount, ${p.rows}::json)
    on conflict (id) do update set currency_code = excluded.currency_code, region_id = excluded.region_id,
      amount = excluded.amount, min_quantity = excluded.min_quantity, max_quantity = excluded.max_quantity,
      updated_at = now()`,
);

const linkAll = compiledReturningWrite(
  "variant-prices-link",
  { inserts: ["product_variant_money_amount"] },
  (p: { ids: string[]; prices: string[]; variants: string[] }) => sql`
    insert into product_variant_money_amount (id, money_amount_id, variant_id)
    select * from unnest(${p.ids}::text[], ${p.prices}::text[], ${p.variants}::text[])
    on conflict (money_amount_id) do nothing`,
);

const remove = compiledReturningWrite(
  "variant-prices-delete",
  { deletes: ["product_variant_money_amount", "money_amount"] },
  (p: { ids: string[] }) => sql`
    with unlinked as (delete from product_variant_money_amount where money_amount_id = any(${p.ids}))
    delete from money_amount where id = any(${p.ids})`,
);

const refuseUnknownReference = {
  foreignKey: (violation: Violation) => {
    const { column, value } = refusedKey(violation);
    const table = column === "currency_code" ? "Currency" : "Region";
    return new Refusal("not_found", `${table} with ${column} ${value} does not exist.`);
  },
};

/** Inserts new prices and updates existing ones. */
export async function saveVariantPrices(tx: Tx, prices: readonly PriceRow[]): Promise<void> {
  if (prices.length === 0) return;
  await refusing(saveAll(tx, { rows: JSON.stringify(prices) }), refuseUnknownReference);
  await linkAll(tx, {
    ids: prices.map(() => newId("pvma")),
    prices: prices.map(({ id }) => id),
    variants: prices.map(({ variant_id }) => variant_id),
  });
}

export async function deleteVariantPrices(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await remove(tx, { ids });
}

const removeOfVariants = compiledWrite(
  "variant-prices-delete-of-variants",
  { updates: ["money_amount"] },
  (p: { variants: string[] }) => sql`
    update money_amount set deleted_at = now()
    where deleted_at is null and id in (
      select money_amount_id from product_variant_money_amount where variant_id = any(${p.variants}))`,
);

/** Includes the prices of price lists. */
export const deletePricesOfVariants = (tx: Tx, variants: string[]): Promise<void> =>
  removeOfVariants(tx, { variants });
