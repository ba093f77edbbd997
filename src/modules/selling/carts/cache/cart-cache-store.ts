import type { Connection, Tx } from "../../../../db/database.ts";
import { compiledCheck } from "../../../../db/statements.ts";
import type { Extra, Row } from "../../../../graph/graph.ts";
import { cachePerGraph } from "../../../../graph/lru-cache.ts";
import { deepFreeze } from "../../../../kernel/deep-freeze.ts";
import { approximateJsonLength } from "../../../../kernel/json.ts";
import { withStableShape } from "../../../../kernel/with-stable-shape.ts";
import type { Cart, CartLine } from "../cart.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";
import { readOfVersions, sectionVersionsOf, wholeCart } from "./cart-sections-graph.ts";
import {
  type CartVersions,
  catalogueVersionOf,
  haveVersions,
  isNewestCatalogue,
  isSameButStock,
  noteCatalogueVersion,
  shortNameOf,
  type VersionedCart,
} from "./cart-versions-graph.ts";
import { cacheLineVariants, withStock } from "./line-variant-cache-store.ts";

/** A text of this length weighs as much as a line. */
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
 * Row versions do not cover other carts: the answers of tax services expire, and returned lines of a swap belong to an
 * order.
 */
export const isCacheable = ({ type, completed_at, payment_id, region }: Cart) =>
  type === "default" && completed_at === null && payment_id === null && region.tax_provider_id === null;

/** Rows of all cached carts, at most 10,000. */
export const cachedCartRows = (graph: CacheDeps["graph"]): number => cacheOf(graph).size;

/** May be outdated. Undefined if the cart is not in the cache. */
export const cachedCart = (deps: CacheDeps, id: string): VersionedCart | undefined =>
  isCacheOn(deps) ? cacheOf(deps.graph).get(id) : undefined;

export const evictCart = ({ graph }: CacheDeps, id: string): void => cacheOf(graph).delete(id);

/** Caches a cart after a change. Does not note the catalogue version, which may be outdated. */
export function cacheChangedCart(deps: CacheDeps, changed: VersionedCart): void {
  const { cart } = changed;
  if (isCacheOn(deps) && isCacheable(cart)) cacheOf(deps.graph).set(cart.id, changed);
  else evictCart(deps, cart.id);
}

/** Caches a cart that was just read. */
export function cacheReadCart(deps: CacheDeps, read: VersionedCart): void {
  noteCatalogueVersion(deps.graph, catalogueVersionOf(read.versions));
  cacheChangedCart(deps, read);
}

const VERSIONS = "$versions:";

/** For lines that were read without their variants, or not at all: of the variants only the stock may have changed. */
function linesAfter(read: CartLine[] | undefined, stock: CartVersions["stock"], before: VersionedCart) {
  const { items } = before.cart;
  const variants = new Map(items.map(({ id, variant }) => [id, variant]));
  const lines =
    read?.map((line) => withStableShape(line, { variant: variants.get(line.id) ?? null })) ?? items;
  return stock === before.versions.stock ? lines : withStock(lines, stock);
}

/** Builds a cart from a whole row, or from the sections that were read again and the cart before the change. */
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

interface ReadOptions {
  on: Connection;
  /** Read in the same statement; not cached. */
  also?: readonly Extra[];
}

type ReadCart = VersionedCart & { extras: Row };

/**
 * The current cart. A small statement checks whether the rows of the cached cart have changed; if so, the cart is read.
 * Null if the cart does not exist.
 */
export async function readThroughCache(
  deps: CacheDeps,
  id: string,
  { on, also = [] }: ReadOptions,
): Promise<ReadCart | null> {
  const cached = cachedCart(deps, id);
  if (cached) {
    const { view, extras } = readOfVersions(cached.cart);
    const row = await deps.graph.find(view, id, { on, extras: [...extras, ...also] });
    if (!row) return null;
    const found = row[extras[0]!.name] as CartVersions;
    if (isSameButStock(found, cached.versions)) {
      const { stock } = found;
      const { cart, versions } = stock === cached.versions.stock ? cached : restocked(deps, cached, stock);
      return { cart, versions, extras: extrasOf(row, also) };
    }
  }
  const row = await deps.graph.find(wholeCart.view, id, { on, extras: [...wholeCart.extras, ...also] });
  if (!row) return null;
  const read = assembled(withoutExtras(row, also));
  cacheReadCart(deps, read);
  cacheLineVariants(deps, read);
  return { cart: read.cart, versions: read.versions, extras: extrasOf(row, also) };
}

/** Stock changes often, because other customers buy the same variants. The rest of the cart stays the same. */
function restocked(deps: CacheDeps, { cart, versions }: VersionedCart, stock: CartVersions["stock"]) {
  const now = {
    cart: deepFreeze({ ...cart, items: withStock(cart.items, stock) }),
    versions: { ...versions, stock },
  };
  cacheReadCart(deps, now);
  return now;
}

const NO_EXTRAS: Row = {};

const extrasOf = (row: Row, also: readonly Extra[]): Row =>
  also.length === 0 ? NO_EXTRAS : Object.fromEntries(also.map(({ name }) => [name, row[name]]));

function withoutExtras(row: Row, also: readonly Extra[]): Row {
  const rest = { ...row };
  for (const { name } of also) delete rest[name];
  return rest;
}

type Check = ReturnType<typeof compiledCheck<CartVersions & { id: string }>>;

const checks = new Map<string, Check>();

/** Carts with customers, payments or codes depend on more rows. */
function checkOf(names: readonly (keyof CartVersions)[]): Check {
  const key = shortNameOf(names);
  const known = checks.get(key);
  if (known) return known;
  const made: Check = compiledCheck(`cart-unchanged-${key}`, (p) => haveVersions(names, p));
  checks.set(key, made);
  return made;
}

/**
 * The cached cart, for a transaction that has locked the cart. The transaction fails if the cart has changed; the stock of
 * its variants may have changed. Undefined if the cart has to be read.
 */
export function checkedCachedCart(deps: CacheDeps, tx: Tx, id: string): VersionedCart | undefined {
  const cached = tx.isOptimistic && tx.written.isEmpty ? cachedCart(deps, id) : undefined;
  if (!cached || !isNewestCatalogue(deps.graph, catalogueVersionOf(cached.versions))) return undefined;
  const { cart, versions } = cached;
  checkOf(sectionVersionsOf(cart))(tx, { id, ...versions }, () => evictCart(deps, id));
  return cached;
}
