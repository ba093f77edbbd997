import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { exponentOf } from "../../../kernel/currencies.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { csvOf } from "../../import-export/batch-jobs/index.ts";
import type { AbandonedCart, CartFilters } from "./abandoned-cart.ts";
import { findCart, listCarts, markContacted, unmarkContacted } from "./abandoned-cart-store.ts";
import { abandonedCartEvents } from "./events.ts";

/** Two users who write down the same message do it once. */
export const setContacted = (db: Db, id: string, contacted: boolean): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await findCart(tx, id))) throw notFound("Abandoned cart", id);
    if (!contacted) return unmarkContacted(tx, id);
    if (await markContacted(tx, id))
      await abandonedCartEvents.announce(tx, "abandoned_cart.contacted", { id });
  });

const ALL = 1_000;

const columns: readonly [name: string, value: (cart: AbandonedCart) => unknown][] = [
  ["Cart ID", ({ id }) => id],
  ["Created", ({ created_at }) => created_at.toISOString()],
  ["Last Active", ({ active_at }) => active_at.toISOString()],
  ["Email", ({ email }) => email],
  ["Name", ({ name }) => name],
  ["Phone", ({ phone }) => phone],
  ["Region", ({ region }) => region],
  ["Goods", ({ titles }) => titles],
  ["Pieces", ({ pieces }) => pieces],
  ["Worth", ({ worth, currency_code }) => worth / 10 ** exponentOf(currency_code)],
  ["Currency", ({ currency_code }) => currency_code.toUpperCase()],
  ["Contacted", ({ contacted_at }) => contacted_at?.toISOString() ?? null],
];

/** All carts of the list. */
export async function exportCarts(db: Db, filters: CartFilters): Promise<string> {
  const carts = await listCarts(db, { ...filters, limit: ALL, offset: 0 });
  const rows = carts.map((cart) => columns.map(([, value]) => value(cart)));
  return csvOf([columns.map(([name]) => name), ...rows]);
}
