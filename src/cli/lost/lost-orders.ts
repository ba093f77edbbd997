import type pg from "pg";

/** What to do about an order that only the old database has. */
export interface LostOrder {
  id: string;
  number: number;
  email: string;
  placedAt: Date;
  currency: string;
  payments: { provider: string; amount: number; data: Record<string, unknown> }[];
}

/** Those of the orders that are in `old` and not in `now`, the oldest first. */
export async function lostOrders(
  old: Pick<pg.ClientBase, "query">,
  now: Pick<pg.ClientBase, "query">,
  ids: readonly string[],
): Promise<LostOrder[]> {
  const { rows: kept } = await now.query(`select id from "order" where id = any($1)`, [ids]);
  const known = new Set(kept.map(({ id }) => id));
  const { rows } = await old.query(
    `select placed.id, placed.display_id as number, placed.email, placed.created_at as "placedAt", placed.currency_code as currency,
       coalesce((select json_agg(json_build_object('provider', paid.provider_id, 'amount', paid.amount, 'data', paid.data) order by paid.created_at)
         from payment paid where paid.order_id = placed.id and paid.canceled_at is null), '[]'::json) as payments
     from "order" placed where placed.id = any($1) order by placed.display_id`,
    [ids.filter((id) => !known.has(id))],
  );
  return rows;
}
