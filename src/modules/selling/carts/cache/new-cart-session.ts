import type { Tx } from "../../../../db/database.ts";
import type { CartContext } from "../cart-context-store.ts";
import type { CacheDeps } from "./cache-settings.ts";
import { CartResult } from "./cart-result.ts";
import {
  cacheTemplate,
  checkedTemplate,
  contextOf,
  type EmptyCartTemplate,
  fromTemplate,
  type NewCart,
  reloadNewCart,
} from "./new-cart-store.ts";

/** A cart that a transaction is creating. */
export class NewCartSession {
  private readonly template: EmptyCartTemplate | undefined;

  /** Empty carts with the same key are alike; null for a cart that is like no other. */
  constructor(
    private readonly deps: CacheDeps,
    private readonly tx: Tx,
    private readonly key: string | null,
  ) {
    this.template = key === null ? undefined : checkedTemplate(deps, tx, key);
  }

  /** The region, channel and customer of the cart. */
  async context(read: () => Promise<CartContext>): Promise<CartContext> {
    return this.template ? contextOf(this.template) : read();
  }

  /** What the transaction creates, to be asked for once it is committed. */
  result(created: NewCart): () => Promise<CartResult> {
    const { deps, tx, key, template } = this;
    if (template) {
      const made = fromTemplate(deps, tx, { template, created });
      return async () => new CartResult(created.id, (await made())?.cart);
    }
    const reloaded = reloadNewCart(deps, tx, created);
    return async () => {
      const read = await reloaded();
      if (read && key !== null) cacheTemplate(deps, key, read);
      return new CartResult(created.id, read?.cart);
    };
  }
}
