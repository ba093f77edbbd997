import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { holderOf } from "../../../stock/inventory/index.ts";
import { type Cart, refuseCompleted, unknownCart } from "../cart.ts";
import { lockCartWithNext, readCartIn } from "../cart-store.ts";
import { type Offer, offerOf } from "../offer.ts";
import type { OfferRequest } from "../offers-graph.ts";
import type { CartDeps } from "../use-cases/deps.ts";
import { readThroughCache, type VersionedCart } from "./cart-cache-store.ts";
import { checkedCachedCart } from "./cart-check-store.ts";
import { CartResult } from "./cart-result.ts";
import { catalogueVersionOf } from "./catalogue-version-store.ts";
import { cachedOffers, readOffers, requireOffer } from "./offer-cache-store.ts";
import { reloadWithCommit } from "./reload-with-commit-store.ts";

/** A cart that a transaction has locked. */
export class CartSession {
  /** The cart as it was before the change. */
  cart: Cart;
  private readonly offered: string[] = [];
  private isReloaded = false;

  constructor(
    private readonly deps: CartDeps,
    readonly tx: Tx,
    private readonly locked: VersionedCart & {
      /** The version of the catalogue that the transaction checks with the cart; null where it does not. */
      checkedVersion: string | null;
    },
  ) {
    this.cart = locked.cart;
  }

  /** A variant as it is sold in the region and channel of the cart, for a line of so many pieces. */
  async offer(variantId: string, quantity: number): Promise<Offer> {
    const { region_id: regionId, sales_channel_id: salesChannelId, id } = this.cart;
    const holder = holderOf(this.deps, id);
    const request: OfferRequest = { variantIds: [variantId], regionId, salesChannelId, holder };
    this.offered.push(variantId);
    const [cached] = (this.tx.isOptimistic && cachedOffers(this.deps, request)) || [];
    if (!cached) return offerOf(await readOffers(this.deps, this.tx, request), variantId);
    requireOffer(this.tx, cached, { quantity, checkedVersion: this.locked.checkedVersion });
    return cached;
  }

  /** Reads the cart again, after this transaction has written to it. */
  async reload(): Promise<Cart> {
    this.isReloaded = true;
    this.cart = await readCartIn(this.deps.graph, this.tx, this.cart.id);
    return this.cart;
  }

  /** What the transaction makes of the cart, to be asked for once it is committed. */
  result(): () => Promise<CartResult> {
    const { id } = this.cart;
    const added = this.isReloaded ? [] : this.offered;
    const reloaded = reloadWithCommit(this.deps, this.tx, { id, before: this.locked, added });
    return async () => new CartResult(id, (await reloaded())?.cart);
  }
}

/**
 * Locks a cart for this transaction. The content is read by a second statement: the first may have waited for another
 * change, and sees the rest as it was before that.
 */
export async function openCart(deps: CartDeps, tx: Tx, id: string): Promise<CartSession> {
  const isFirst = tx.written.isEmpty;
  await lockCartWithNext(tx, { id });
  const cached = checkedCachedCart(deps, tx, id);
  if (cached) {
    // Stock by location is no part of the version.
    const checkedVersion = cached.versions.isLocated ? null : catalogueVersionOf(cached.versions);
    return new CartSession(deps, tx, { ...cached, checkedVersion });
  }
  // The cache is not for what a transaction has written and may take back.
  if (!isFirst) throw new Error("a cart is opened before anything is written");
  const read = await readThroughCache(deps, id, { on: tx });
  if (!read) throw unknownCart(id);
  return new CartSession(deps, tx, { ...read, checkedVersion: null });
}

/** The same for changes, which a completed cart refuses. */
export async function openForChange(deps: CartDeps, tx: Tx, id: string): Promise<CartSession> {
  const session = await openCart(deps, tx, id);
  refuseCompleted(session.cart);
  return session;
}

/** Changes an open cart in one transaction. Gives what the work returns, and the cart as it is then. */
export async function changeCart<T>(
  deps: CartDeps,
  id: string,
  work: (session: CartSession) => Promise<T>,
): Promise<{ outcome: T; result: CartResult }> {
  const { outcome, result } = await inTransaction(deps.db, async (tx) => {
    const session = await openForChange(deps, tx, id);
    return { outcome: await work(session), result: session.result() };
  });
  return { outcome, result: await result() };
}
