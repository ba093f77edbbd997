import type { Tx } from "../../../../db/database.ts";
import { deepFreeze } from "../../../../kernel/deep-freeze.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";
import {
  assembled,
  cacheChangedCart,
  evictCart,
  isCacheable,
  type VersionedCart,
} from "./cart-cache-store.ts";
import { changedSections, readOfSections, type SectionName } from "./cart-sections-graph.ts";
import type { CartVersions } from "./cart-versions-graph.ts";
import { areLineVariantsCached, cacheLineVariants, withCachedVariants } from "./line-variant-cache-store.ts";

interface Changed {
  id: string;
  before: VersionedCart;
  /** The variants that were put into the cart. */
  added: readonly string[];
}

/** Gives the cart once the transaction is committed; undefined where it has to be read. */
export type ReloadedCart = () => Promise<VersionedCart | undefined>;

const unknown: ReloadedCart = async () => undefined;

/**
 * Reads what a transaction has made of a cart, which it has locked. Only the sections that it wrote to are read, in one
 * message with the commit. Other rows that the cart was read from may have changed meanwhile: the next use of the cached
 * cart finds that out.
 */
export function reloadWithCommit(deps: CacheDeps, tx: Tx, { id, before, added }: Changed): ReloadedCart {
  const isUsed = isCacheOn(deps) && isCacheable(before.cart);
  const changed = isUsed ? changedSections(tx.written) : null;
  if (!changed) return unknown;
  if (before.versions.isLocated) {
    // Stock by location has to be read in any case: with all the rest, that is one statement.
    return async () => {
      evictCart(deps, id);
      return undefined;
    };
  }
  if (changed.length === 0) return async () => before;
  const areVariantsCached = areLineVariantsCached(deps, before, added);
  const sections = areVariantsCached ? changed.filter((name) => name !== "goods") : changed;
  const found = findSections(deps, tx, { id, before, sections });
  return async () => {
    const read = await found();
    if (!read) return undefined;
    const after = isElsewhere(read, before)
      ? undefined
      : ((areVariantsCached ? cachedVariantsIn(deps, read, before) : read) ??
        (await readWithVariants(deps, { id, read, changed })));
    if (!after) {
      evictCart(deps, id);
      return undefined;
    }
    cacheChangedCart(deps, after);
    if (changed.includes("goods")) cacheLineVariants(deps, after);
    return isCacheable(after.cart) ? after : undefined;
  };
}

/** In another region variants are taxed by other rates. */
const isElsewhere = (read: VersionedCart, before: VersionedCart): boolean =>
  before.cart.region_id !== undefined && read.cart.region_id !== before.cart.region_id;

interface Sections {
  id: string;
  before: VersionedCart;
  sections: readonly SectionName[];
}

/** Of a new cart all versions are read; of others, the stock of their variants. */
function versionsToo({ before, sections }: Sections): (keyof CartVersions)[] {
  const isNew = before.versions.kept === undefined;
  if (isNew) return ["kept", "customer", "catalogue", "isLocated"];
  return before.cart.items.length > 0 || sections.includes("lines") ? ["stock"] : [];
}

function findSections({ graph }: CacheDeps, tx: Tx, { id, before, sections }: Sections) {
  const { view, extras } = readOfSections(sections, versionsToo({ id, before, sections }));
  const found = graph.findWithCommit(view, id, { tx, extras });
  return async (): Promise<VersionedCart | null> => {
    const row = await found();
    return row && assembled(row, before);
  };
}

/** The variants are those of other carts, where the catalogue is still the same. */
function cachedVariantsIn(
  deps: CacheDeps,
  read: VersionedCart,
  before: VersionedCart,
): VersionedCart | undefined {
  const cart = withCachedVariants(deps, read, before);
  return cart && { ...read, cart: deepFreeze(cart) };
}

interface Reread {
  id: string;
  read: VersionedCart;
  changed: readonly SectionName[];
}

/** Undefined where another request has changed the cart since. */
async function readWithVariants(
  { graph }: CacheDeps,
  { id, read, changed }: Reread,
): Promise<VersionedCart | undefined> {
  const { view, extras } = readOfSections([...new Set([...changed, "goods" as const])]);
  const row = await graph.find(view, id, { extras });
  const again = row && assembled(row, read);
  return again && again.versions.cart === read.versions.cart ? again : undefined;
}
