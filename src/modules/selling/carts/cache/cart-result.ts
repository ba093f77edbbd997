import type { Connection } from "../../../../db/database.ts";
import { type View, viewOf } from "../../../../graph/selection.ts";
import { type Cart, unknownCart } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { cartStock } from "../cart-facts-graph.ts";
import type { CartAnswer, CartToShow } from "../cart-view.ts";
import { cart as cartEntity } from "../carts-graph.ts";
import { cachedCart, readThroughCache } from "./cart-cache-store.ts";

/** A cart after a change. It is read when it is shown, unless it was read with the commit. */
export class CartResult {
  constructor(
    readonly id: string,
    private readonly committed?: Cart,
  ) {}

  load(deps: CartDeps): Promise<CartToShow> {
    return this.committed ? withStockByLocation(deps, this.committed) : loadCart(deps, this.id);
  }
}

/** Reads the current cart without a lock. */
export async function readCart(deps: CartDeps, on: Connection, id: string): Promise<Cart> {
  const read = await readThroughCache(deps, id, { on });
  if (!read) throw unknownCart(id);
  return read.cart;
}

/** Reads the current cart. In a shop with stock locations it includes the stock of its lines, which is never cached. */
export async function loadCart(deps: CartDeps, id: string): Promise<CartToShow> {
  const known = cachedCart(deps, id)?.cart;
  const also = known && !known.$facts.is_stock_by_location ? [] : [cartStock(deps)];
  const read = await readThroughCache(deps, id, { on: deps.db, also });
  if (!read) throw unknownCart(id);
  if (!read.cart.$facts.is_stock_by_location) return read.cart;
  return also.length > 0 ? { ...read.cart, ...read.extras } : withStockByLocation(deps, read.cart);
}

const onlyStock = viewOf({ entity: cartEntity, fields: ["id"] });

async function withStockByLocation(deps: CartDeps, cart: Cart): Promise<CartToShow> {
  if (!cart.$facts.is_stock_by_location || cart.items.length === 0) return cart;
  const stock = await deps.graph.find(onlyStock, cart.id, { extras: [cartStock(deps)] });
  return { ...cart, ...(stock as Pick<CartToShow, "$stock"> | null) };
}

/** Answers by cart and view. Cached carts are frozen, and their entry is collected with them. */
const cachedViews = new WeakMap<Cart, Map<View, CartAnswer>>();

export const cachedView = (cart: Cart, view: View): CartAnswer | undefined =>
  cachedViews.get(cart)?.get(view);

export function cacheView(cart: Cart, view: View, row: CartAnswer): void {
  if (!Object.isFrozen(cart)) return;
  cachedViews.set(cart, (cachedViews.get(cart) ?? new Map()).set(view, Object.freeze(row)));
}
