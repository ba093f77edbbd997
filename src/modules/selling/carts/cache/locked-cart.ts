import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { holderOf } from "../../../stock/inventory/index.ts";
import { type Cart, refuseCompleted, unknownCart } from "../cart.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { lockCartWithNext, readCartIn } from "../cart-store.ts";
import { type Offer, offerOf } from "../offer.ts";
import type { OfferRequest } from "../offers-graph.ts";
import { checkedCachedCart, readThroughCache } from "./cart-cache-store.ts";
import { CartResult } from "./cart-result.ts";
import { catalogueVersionOf, type VersionedCart } from "./cart-versions-graph.ts";
import { cachedOffers, readOffers, requireOffer } from "./offer-cache-store.ts";
import { reloadWithCommit } from "./reload-with-commit-store.ts";

/** A cart that a transaction has locked. */
export class LockedCart {
  /** The cart as it was before the change. */
  cart: Cart;
  private readonly offered: string[] = [];
  private isReloaded = false;

  constructor(
    private readonly deps: CartDeps,
    readonly tx: Tx,
    private readonly read: VersionedCart & {
      /** The catalogue version that the transaction checks with the cart; null if it checks none. */
      checkedVersion: string | null;
    },
  ) {
    this.cart = read.cart;
  }

  /** The offer of a variant in the region and channel of the cart, for a line with this quantity. */
  async offer(variantId: string, quantity: number): Promise<Offer> {
    const { region_id: regionId, sales_channel_id: salesChannelId, id } = this.cart;
    const holder = holderOf(this.deps, id);
    const request: OfferRequest = { variantIds: [variantId], regionId, salesChannelId, holder };
    this.offered.push(variantId);
    const [cached] = (this.tx.isOptimistic && cachedOffers(this.deps, request)) || [];
    if (!cached) return offerOf(await readOffers(this.deps, this.tx, request), variantId);
    requireOffer(this.tx, cached, { quantity, checkedVersion: this.read.checkedVersion });
    return cached;
  }

  /** Reads the cart again, after this transaction has written to it. */
  async reload(): Promise<Cart> {
    this.isReloaded = true;
    this.cart = await readCartIn(this.deps.graph, this.tx, this.cart.id);
    return this.cart;
  }

  /** Call the result after the commit to get the changed cart. */
  result(): () => Promise<CartResult> {
    const { id } = this.cart;
    const added = this.isReloaded ? [] : this.offered;
    const reloaded = reloadWithCommit(this.deps, this.tx, { id, before: this.read, added });
    return async () => new CartResult(id, (await reloaded())?.cart);
  }
}

/**
 * Locks a cart for this transaction. A second statement reads it: the first may have waited for another change, and its
 * snapshot is older than that change.
 */
export async function openCart(deps: CartDeps, tx: Tx, id: string): Promise<LockedCart> {
  const isFirst = tx.written.isEmpty;
  await lockCartWithNext(tx, { id });
  const cached = checkedCachedCart(deps, tx, id);
  if (cached) {
    // The version does not cover stock by location.
    const checkedVersion = cached.versions.isLocated ? null : catalogueVersionOf(cached.versions);
    return new LockedCart(deps, tx, { cart: cached.cart, versions: cached.versions, checkedVersion });
  }
  // Rows that this transaction wrote, and may roll back, must not get into the cache.
  if (!isFirst) throw new Error("a cart is opened before anything is written");
  const read = await readThroughCache(deps, id, { on: tx });
  if (!read) throw unknownCart(id);
  return new LockedCart(deps, tx, { cart: read.cart, versions: read.versions, checkedVersion: null });
}

/** Locks a cart for a change. Refuses a completed cart. */
export async function openForChange(deps: CartDeps, tx: Tx, id: string): Promise<LockedCart> {
  const locked = await openCart(deps, tx, id);
  refuseCompleted(locked.cart);
  return locked;
}

/** Changes an open cart in one transaction. Returns the outcome of `work` and the changed cart. */
export async function changeCart<T>(
  deps: CartDeps,
  id: string,
  work: (locked: LockedCart) => Promise<T>,
): Promise<{ outcome: T; result: CartResult }> {
  const { outcome, result } = await inTransaction(deps.db, async (tx) => {
    const locked = await openForChange(deps, tx, id);
    return { outcome: await work(locked), result: locked.result() };
  });
  return { outcome, result: await result() };
}
