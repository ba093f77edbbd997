import type { Connection } from "../../../../db/database.ts";
import type { Extra, Row } from "../../../../graph/graph.ts";
import { cachePerGraph } from "../../../../graph/lru-cache.ts";
import { deepFreeze } from "../../../../kernel/deep-freeze.ts";
import { approximateJsonLength } from "../../../../kernel/json-length.ts";
import { withStableShape } from "../../../../kernel/with-stable-shape.ts";
import type { Cart, CartLine } from "../cart.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";
import { readOfVersions, wholeCart } from "./cart-sections-graph.ts";
import { type CartVersions, isSameVersion } from "./cart-versions-graph.ts";
import { catalogueVersionOf, noteCatalogueVersion } from "./catalogue-version-store.ts";
import { withStock } from "./line-stock.ts";
import { cacheLineVariants } from "./line-variant-cache-store.ts";

/** A cart with all that storefronts see and decisions need, and the versions of the rows that it was read from. */
export interface VersionedCart {
  readonly cart: Cart;
  readonly versions: CartVersions;
}

/** Texts of this length take as much room as a line. */
const TEXT_OF_A_LINE = 2_000;

/** Customers and providers can store data of any size in a cart. */
function weightOf({ cart }: VersionedCart): number {
  const { items, shipping_methods, payment_sessions, billing_address, shipping_address } = cart;
  const metadata = [cart, billing_address, shipping_address, ...items].map((part) => part?.metadata);
  const data = [...shipping_methods, ...payment_sessions].map((part) => part.data);
  return (
    1 + items.length + Math.floor(approximateJsonLength([cart.context, metadata, data]) / TEXT_OF_A_LINE)
  );
}

const cacheOf = cachePerGraph<VersionedCart>(weightOf);

/**
 * Row versions do not tell everything of other carts: the answers of tax services expire, and what comes back in a swap
 * belongs to an order.
 */
export const isCacheable = ({ type, completed_at, payment_id, region }: Cart) =>
  type === "default" && completed_at === null && payment_id === null && region.tax_provider_id === null;

/** Undefined where the cart is not in the cache. It may be outdated. */
export const cachedCart = (deps: CacheDeps, id: string): VersionedCart | undefined =>
  isCacheOn(deps) ? cacheOf(deps.graph).get(id) : undefined;

export const evictCart = ({ graph }: CacheDeps, id: string): void => cacheOf(graph).delete(id);

/** After a change: the rest of the shop may have changed since the cart was read. */
export function cacheChangedCart(deps: CacheDeps, changed: VersionedCart): void {
  const { cart } = changed;
  if (isCacheOn(deps) && isCacheable(cart)) cacheOf(deps.graph).set(cart.id, changed);
  else evictCart(deps, cart.id);
}

/** A cart that was read just now. */
export function cacheReadCart(deps: CacheDeps, read: VersionedCart): void {
  noteCatalogueVersion(deps.graph, catalogueVersionOf(read.versions));
  cacheChangedCart(deps, read);
}

const VERSIONS = "$versions:";

/** The variants of the lines have not changed but for their stock; the lines were read without them, or not at all. */
function linesAfter(read: CartLine[] | undefined, stock: CartVersions["stock"], before: VersionedCart) {
  const { items } = before.cart;
  const variants = new Map(items.map(({ id, variant }) => [id, variant]));
  const lines =
    read?.map((line) => withStableShape(line, { variant: variants.get(line.id) ?? null })) ?? items;
  return stock === before.versions.stock ? lines : withStock(lines, stock);
}

/** Makes a cart of the row that was read, or of the sections that were read again and the cart as it was before. */
export function assembled(row: Row, before?: VersionedCart): VersionedCart {
  const name = Object.keys(row).find((key) => key.startsWith(VERSIONS))!;
  const { $own, $goods, $shipping, $facts, [name]: found, ...read } = row as Record<string, object>;
  const facts = { ...before?.cart.$facts, ...$facts, ...$own, ...$goods, ...$shipping };
  // Which sections were read is known only at run time, so no type describes the row. Together they are a cart.
  const cart = { ...before?.cart, ...read, $facts: facts } as unknown as Cart;
  const versions = { ...before?.versions, ...(found as CartVersions) };
  if (before && !$goods && !$facts) {
    cart.items = linesAfter(read["items"] as CartLine[] | undefined, versions.stock, before);
  }
  return { cart: deepFreeze(cart), versions };
}

interface Reading {
  on: Connection;
  /** Read with the cart, for this time only. */
  also?: readonly Extra[];
}

type ReadCart = VersionedCart & { extras: Row };

/**
 * A cart as it is now. The cached one is used when a small statement finds that no row it was read from has changed;
 * otherwise the cart is read. Null where there is no such cart.
 */
export async function readThroughCache(
  deps: CacheDeps,
  id: string,
  { on, also = [] }: Reading,
): Promise<ReadCart | null> {
  const cached = cachedCart(deps, id);
  if (cached) {
    const { view, extras } = readOfVersions(cached.cart);
    const row = await deps.graph.find(view, id, { on, extras: [...extras, ...also] });
    if (!row) return null;
    const { stock, ...others } = row[extras[0]!.name] as CartVersions;
    if (isSameVersion(others, cached.versions)) {
      const now = stock === cached.versions.stock ? cached : restocked(deps, cached, stock);
      return { ...now, extras: extrasOf(row, also) };
    }
  }
  const row = await deps.graph.find(wholeCart.view, id, { on, extras: [...wholeCart.extras, ...also] });
  if (!row) return null;
  const read = assembled(withoutExtras(row, also));
  cacheReadCart(deps, read);
  cacheLineVariants(deps, read);
  return { ...read, extras: extrasOf(row, also) };
}

/** Other customers buy the same variants all the time: nothing else of the cart changes by that. */
function restocked(deps: CacheDeps, { cart, versions }: VersionedCart, stock: CartVersions["stock"]) {
  const now = {
    cart: deepFreeze({ ...cart, items: withStock(cart.items, stock) }),
    versions: { ...versions, stock },
  };
  cacheReadCart(deps, now);
  return now;
}

const extrasOf = (row: Row, also: readonly Extra[]): Row =>
  Object.fromEntries(also.map(({ name }) => [name, row[name]]));

function withoutExtras(row: Row, also: readonly Extra[]): Row {
  const rest = { ...row };
  for (const { name } of also) delete rest[name];
  return rest;
}
