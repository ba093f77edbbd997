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
import { cacheReadCart, type VersionedCart } from "./cart-cache-store.ts";
import { type CartVersions, versionsOf } from "./cart-versions-graph.ts";
import { type ReloadedCart, reloadWithCommit } from "./reload-with-commit-store.ts";

/** A cart that a transaction is creating. */
export interface NewCart {
  id: string;
  context: Cart["context"];
  address: CartAddress | null;
  /** The variants of its lines. */
  variantIds: readonly string[];
}

/**
 * An empty cart of a guest that was created before. All that were asked for in the same way are equal but for their id,
 * dates, context and address.
 */
export type EmptyCartTemplate = VersionedCart;

const cacheOf = cachePerGraph<EmptyCartTemplate>();

const checkReferenceData = compiledCheck<{ version: string | null }>(
  "reference-data-unchanged",
  (p) => sql<boolean>`${sql.raw(REFERENCE_DATA_VERSION)} is not distinct from ${p.version}`,
);

/** The template, for a transaction that fails if regions or channels have changed since. */
export function checkedTemplate(deps: CacheDeps, tx: Tx, key: string): EmptyCartTemplate | undefined {
  const template = tx.isOptimistic && isCacheOn(deps) ? cacheOf(deps.graph).get(key) : undefined;
  if (template) checkReferenceData(tx, { version: template.versions.kept });
  return template;
}

export const cacheTemplate = (deps: CacheDeps, key: string, created: VersionedCart): void =>
  cacheOf(deps.graph).set(key, created);

type WithChannel = Cart & { sales_channel: CartContext["channel"] };

/** Where the template is, for a cart like it. */
export function contextOf({ cart }: EmptyCartTemplate): CartContext {
  const { region, sales_channel, $facts } = cart as WithChannel;
  return {
    region: { ...region, currency_includes_tax: $facts.currency_includes_tax },
    channel: sales_channel,
    customer: null,
  };
}

const onlyTimes = viewOf({ entity: cartEntity, fields: ["id", "created_at", "updated_at"] });
const version = versionsOf("cart", "catalogue");

/** The new cart, of which only the dates and the version are read, in one message with the commit. */
export function fromTemplate(
  deps: CacheDeps,
  tx: Tx,
  { template, created }: { template: EmptyCartTemplate; created: NewCart },
): ReloadedCart {
  const times = deps.graph.findWithCommit(onlyTimes, created.id, { tx, extras: [version] });
  return async () => {
    const found = await times();
    // The answer to the commit was lost.
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

/** A new cart, read as it is written by the transaction. */
export const reloadNewCart = (deps: CacheDeps, tx: Tx, { id, variantIds }: NewCart): ReloadedCart =>
  reloadWithCommit(deps, tx, { id, before: blank(), added: variantIds });

/** Nothing is known yet of the new cart: reloading fills in all that is missing here for a `Cart`. */
const blank = (): VersionedCart => ({
  cart: {
    type: "default",
    completed_at: null,
    payment_id: null,
    payment: null,
    region: { tax_provider_id: null },
    items: [],
    shipping_methods: [],
    payment_sessions: [],
    discounts: [],
    gift_cards: [],
    $facts: {
      lines: [],
      shipping_rates: [],
      custom_shipping_prices: {},
      returned_rates: [],
      spent: [],
      tax_answer: null,
    },
  } as unknown as Cart,
  versions: { stock: null, sessions: null, codes: null } as CartVersions,
});
