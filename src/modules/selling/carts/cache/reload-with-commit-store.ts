import type { Tx } from "../../../../db/database.ts";
import { deepFreeze } from "../../../../kernel/deep-freeze.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";
import { assembled, cacheChangedCart, evictCart, isCacheable } from "./cart-cache-store.ts";
import { changedSections, readOfSections, type SectionName } from "./cart-sections-graph.ts";
import type { CartVersions, VersionedCart } from "./cart-versions-graph.ts";
import { areLineVariantsCached, cacheLineVariants, withCachedVariants } from "./line-variant-cache-store.ts";

interface CartReload {
  id: string;
  before: VersionedCart;
  /** The variants that were added to the cart. */
  added: readonly string[];
}

/** Call after the commit. Undefined if the cart has to be read. */
export type ReloadedCart = () => Promise<VersionedCart | undefined>;

const unknown: ReloadedCart = async () => undefined;

/**
 * Reads a cart that the transaction has locked and changed. Only the sections that were written to are read, in one message
 * with the commit. Other rows of the cart may have changed: the next use of the cached cart checks that.
 */
export function reloadWithCommit(deps: CacheDeps, tx: Tx, { id, before, added }: CartReload): ReloadedCart {
  const isUsed = isCacheOn(deps) && isCacheable(before.cart);
  const changed = isUsed ? changedSections(tx.written) : null;
  if (!changed) return unknown;
  if (before.versions.isLocated) {
    // Stock by location has to be read in any case, and one statement can read it with the whole cart.
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
    const after = isRegionChanged(read, before)
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

/** The cached variants have the tax rates of the old region. */
const isRegionChanged = (read: VersionedCart, before: VersionedCart): boolean =>
  read.cart.region_id !== before.cart.region_id;

interface Sections {
  id: string;
  before: VersionedCart;
  sections: readonly SectionName[];
}

/** The stock of its variants changes without the cart. */
const extraVersions = ({ before, sections }: Sections): (keyof CartVersions)[] =>
  before.cart.items.length > 0 || sections.includes("lines") ? ["stock"] : [];

function findSections({ graph }: CacheDeps, tx: Tx, { id, before, sections }: Sections) {
  const { view, extras } = readOfSections(sections, extraVersions({ id, before, sections }));
  const found = graph.findWithCommit(view, id, { tx, extras });
  return async (): Promise<VersionedCart | null> => {
    const row = await found();
    return row && assembled(row, before);
  };
}

/** Takes the variants from other carts. Undefined if the catalogue has changed. */
function cachedVariantsIn(
  deps: CacheDeps,
  read: VersionedCart,
  before: VersionedCart,
): VersionedCart | undefined {
  const cart = withCachedVariants(deps, read, before);
  return cart && { cart: deepFreeze(cart), versions: read.versions };
}

interface VariantRead {
  id: string;
  read: VersionedCart;
  changed: readonly SectionName[];
}

/** Undefined if another request has changed the cart. */
async function readWithVariants(
  { graph }: CacheDeps,
  { id, read, changed }: VariantRead,
): Promise<VersionedCart | undefined> {
  const { view, extras } = readOfSections([...new Set([...changed, "goods" as const])]);
  const row = await graph.find(view, id, { extras });
  const again = row && assembled(row, read);
  return again && again.versions.cart === read.versions.cart ? again : undefined;
}
