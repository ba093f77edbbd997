import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { expiredRows } from "../../../db/old-rows.ts";
import { compiled, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { Hold, Stock } from "./hold.ts";

const lockVariants = compiled("stock-lock-own", (db, p: { ids: string[] }) =>
  db
    .selectFrom("product_variant")
    .select(["id", "inventory_quantity as available"])
    .where(sql<boolean>`id = any(${p.ids})`)
    .where("manage_inventory", "=", true)
    .where("allow_backorder", "=", false)
    .orderBy("id")
    .forNoKeyUpdate(),
);

const heldByOthers = compiledSql<{ ids: string[]; holder: string }, { id: string; quantity: number }>(
  "stock-held",
  (p) => sql`
    select stock_id as id, sum(quantity) as quantity from tradewind.stock_hold
    where stock_id = any(${p.ids}) and cart_id <> ${p.holder} and expires_at > now()
    group by stock_id`,
);

interface Holding {
  cartId: string;
  ids: string[];
  quantities: number[];
  minutes: number;
}

// Deletes expired rows of other carts last, and skips locked ones, so that no transaction waits.
const replace = compiledWrite<Holding>(
  "stock-holds-replace",
  { inserts: ["tradewind.stock_hold"], updates: ["tradewind.stock_hold"], deletes: ["tradewind.stock_hold"] },
  (p) => sql`
    with gone as (delete from tradewind.stock_hold where cart_id = ${p.cartId} and stock_id <> all(${p.ids}::text[])
      returning 1),
    inserted as (insert into tradewind.stock_hold (cart_id, stock_id, quantity, expires_at)
      select ${p.cartId}, requested.id, requested.quantity, now() + make_interval(mins => ${p.minutes})
      from unnest(${p.ids}::text[], ${p.quantities}::integer[]) as requested(id, quantity)
      on conflict (cart_id, stock_id) do update set quantity = excluded.quantity, expires_at = excluded.expires_at
      returning 1),
    expired as (select cart_id, stock_id from tradewind.stock_hold
      where expires_at < now() and cart_id <> ${p.cartId}
        and (select count(*) from gone) + (select count(*) from inserted) >= 0
      order by expires_at limit 100 for update skip locked)
    delete from tradewind.stock_hold old using expired
    where old.cart_id = expired.cart_id and old.stock_id = expired.stock_id`,
);

const remove = compiledWrite<{ cartId: string }>(
  "stock-holds-delete",
  { deletes: ["tradewind.stock_hold"] },
  (p) => sql`delete from tradewind.stock_hold where cart_id = ${p.cartId}`,
);

/** Locks variants by id. Variants with unlimited stock are left out. */
export async function lockVariantQuantities(tx: Tx, variantIds: readonly string[]): Promise<Stock[]> {
  return lockVariants(tx, { ids: [...variantIds] });
}

/** The held quantities of other carts, by stock id. */
export async function readHeld(
  tx: Tx,
  { stocks, holder }: { stocks: readonly Stock[]; holder: string },
): Promise<Map<string, number>> {
  const rows = await heldByOthers(tx, { ids: stocks.map(({ id }) => id), holder });
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}

/** Replaces the holds of a locked cart. The stock is locked, too. */
export async function saveHolds(
  tx: Tx,
  { cartId, holds, minutes }: { cartId: string; holds: readonly Hold[]; minutes: number },
): Promise<void> {
  const ids = holds.map(({ stockId }) => stockId);
  await replace(tx, { cartId, ids, quantities: holds.map(({ quantity }) => quantity), minutes });
}

export async function deleteHolds(tx: Tx, cartId: string): Promise<void> {
  await remove(tx, { cartId });
}

export const deleteExpiredHolds = expiredRows("tradewind.stock_hold", "expires_at < now()");
