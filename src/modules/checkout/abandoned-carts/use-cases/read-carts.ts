import type { Db } from "../../../../db/database.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import type { CartFilters } from "../abandoned-cart.ts";
import { countCarts, findCart, linesOfCart, listCarts } from "../abandoned-cart-store.ts";

interface Page {
  limit: number;
  offset: number;
}

export async function readCarts(db: Db, filters: CartFilters, page: Page) {
  const [abandoned_carts, count] = await Promise.all([
    listCarts(db, { ...filters, ...page }),
    countCarts(db, filters),
  ]);
  return { abandoned_carts, count, ...page };
}

/** A cart with its lines. */
export async function showCart(db: Db, id: string) {
  const cart = await findCart(db, id);
  if (!cart) throw notFound("Abandoned cart", id);
  return { abandoned_cart: { ...cart, items: await linesOfCart(db, id) } };
}
