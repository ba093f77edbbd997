import type { Connection } from "../../../../db/database.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { type Cart, unknownCart } from "../cart.ts";
import { cartStock } from "../cart-facts-graph.ts";
import type { CartToShow } from "../cart-view.ts";
import { cart as cartEntity } from "../carts-graph.ts";
import type { CartDeps } from "../use-cases/deps.ts";
import { cachedCart, readThroughCache } from "./cart-cache-store.ts";

/** A cart after a change. It is read when it is shown, unless the commit has brought it along. */
export class CartResult {
  constructor(
    readonly id: string,
    private readonly committed?: Cart,
  ) {}

  load(deps: CartDeps): Promise<CartToShow> {
    return this.committed ? withStockByLocation(deps, this.committed) : loadCart(deps, this.id);
  }
}

/** A cart as it is now, without a lock: for showing it, or for deciding what to ask a provider. */
export async function readCart(deps: CartDeps, on: Connection, id: string): Promise<Cart> {
  const read = await readThroughCache(deps, id, { on });
  if (!read) throw unknownCart(id);
  return read.cart;
}

/** The same with the stock of its lines, where the shop counts it by location: that changes without the cart. */
export async function loadCart(deps: CartDeps, id: string): Promise<CartToShow> {
  const known = cachedCart(deps, id)?.cart;
  const also = known && !known.$facts.is_stock_by_location ? [] : [cartStock(deps)];
  const read = await readThroughCache(deps, id, { on: deps.db, also });
  if (!read) throw unknownCart(id);
  if (also.length > 0 && read.cart.$facts.is_stock_by_location) return { ...read.cart, ...read.extras };
  return withStockByLocation(deps, read.cart);
}

const onlyStock = viewOf({ entity: cartEntity, fields: ["id"] });

async function withStockByLocation(deps: CartDeps, cart: Cart): Promise<CartToShow> {
  if (!cart.$facts.is_stock_by_location || cart.items.length === 0) return cart;
  const stock = await deps.graph.find(onlyStock, cart.id, { extras: [cartStock(deps)] });
  return { ...cart, ...(stock as Pick<CartToShow, "$stock"> | null) };
}
