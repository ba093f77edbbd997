import { sql } from "kysely";
import type { Tx } from "../../../../db/database.ts";
import { compiledCheck } from "../../../../db/statements.ts";
import { cachePerGraph } from "../../../../graph/lru-cache.ts";
import { REFERENCE_DATA_VERSION } from "../../../../graph/reference-data.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { deepFreeze } from "../../../../kernel/deep-freeze.ts";
import type { Cart, CartAddress } from "../cart.ts";
import type { CartContext } from "../cart-context-store.ts";
import { cart as cartEntity } from "../carts-graph.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";
import { assembled, cacheChangedCart, cacheReadCart, isCacheable } from "./cart-cache-store.ts";
import { CartResult } from "./cart-result.ts";
import { wholeCart } from "./cart-sections-graph.ts";
import { type CartVersions, type VersionedCart, versionsOf } from "./cart-versions-graph.ts";
import { cacheLineVariants } from "./line-variant-cache-store.ts";
import type { ReloadedCart } from "./reload-with-commit-store.ts";

/** The created cart, as far as its answer needs it. */
interface CreatedCart {
  id: string;
  context: Cart["context"];
  address: CartAddress | null;
}

/**
 * An empty cart of a guest that was created before. Carts with the same key differ only in id, dates, context and address.
 */
type EmptyCartTemplate = VersionedCart;

const cacheOf = cachePerGraph<EmptyCartTemplate>();

const checkReferenceData = compiledCheck<{ version: string | null }>(
  "reference-data-unchanged",
  (p) => sql<boolean>`${sql.raw(REFERENCE_DATA_VERSION)} is not distinct from ${p.version}`,
);

/** The template, for a transaction that fails if regions or channels have changed. */
function checkedTemplate(deps: CacheDeps, tx: Tx, key: string): EmptyCartTemplate | undefined {
  const template = tx.isOptimistic && isCacheOn(deps) ? cacheOf(deps.graph).get(key) : undefined;
  if (template) checkReferenceData(tx, { version: template.versions.referenceData });
  return template;
}

const cacheTemplate = (deps: CacheDeps, key: string, created: VersionedCart): void =>
  cacheOf(deps.graph).set(key, created);

type WithChannel = Cart & { sales_channel: CartContext["channel"] };

/** The region and channel of the template. */
function contextOf({ cart }: EmptyCartTemplate): CartContext {
  const { region, sales_channel, $facts } = cart as WithChannel;
  return {
    region: { ...region, currency_includes_tax: $facts.currency_includes_tax },
    channel: sales_channel,
    customer: null,
  };
}

const onlyTimes = viewOf({ entity: cartEntity, fields: ["id", "created_at", "updated_at"] });
const version = versionsOf("cart", "catalogue");

/** Builds the new cart. Only its dates and version are read, in one message with the commit. */
function fromTemplate(
  deps: CacheDeps,
  tx: Tx,
  { template, created }: { template: EmptyCartTemplate; created: CreatedCart },
): ReloadedCart {
  const times = deps.graph.findWithCommit(onlyTimes, created.id, { tx, extras: [version] });
  return async () => {
    const found = await times();
    // The connection failed before the answer to the commit arrived.
    if (!found) return undefined;
    const { [version.name]: versions, ...row } = found;
    const { id, ...dates } = row as { id: string; created_at: string; updated_at: string };
    const { address, context } = created;
    const cart = deepFreeze({
      ...template.cart,
      ...dates,
      id,
      context,
      shipping_address_id: address?.id ?? null,
      shipping_address: address && { ...template.cart.shipping_address!, ...address, ...dates },
    });
    const read = { cart, versions: { ...template.versions, ...(versions as Partial<CartVersions>) } };
    cacheReadCart(deps, read);
    return read;
  };
}

/** Nothing of a new cart is known yet, so all of it is read, in one message with the commit. */
function readNewCart(deps: CacheDeps, tx: Tx, id: string): ReloadedCart {
  if (!isCacheOn(deps)) return async () => undefined;
  const found = deps.graph.findWithCommit(wholeCart.view, id, { tx, extras: wholeCart.extras });
  return async () => {
    const row = await found();
    if (!row) return undefined;
    const read = assembled(row);
    cacheChangedCart(deps, read);
    cacheLineVariants(deps, read);
    return isCacheable(read.cart) ? read : undefined;
  };
}

/** A cart that a transaction is creating. */
export class NewCart {
  private readonly template: EmptyCartTemplate | undefined;

  /** The key of the template for empty carts; null if the cart is not empty. */
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

  /** Call the result after the commit to get the new cart. */
  result(created: CreatedCart): () => Promise<CartResult> {
    const { deps, tx, key, template } = this;
    if (template) {
      const made = fromTemplate(deps, tx, { template, created });
      return async () => new CartResult(created.id, (await made())?.cart);
    }
    const reloaded = readNewCart(deps, tx, created.id);
    return async () => {
      const read = await reloaded();
      if (read && key !== null) cacheTemplate(deps, key, read);
      return new CartResult(created.id, read?.cart);
    };
  }
}
