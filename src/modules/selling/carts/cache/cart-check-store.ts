import type { Tx } from "../../../../db/database.ts";
import { compiledCheck } from "../../../../db/statements.ts";
import type { CacheDeps } from "./cache-settings.ts";
import { cachedCart, evictCart, type VersionedCart } from "./cart-cache-store.ts";
import { sectionVersionsOf } from "./cart-sections-graph.ts";
import { type CartVersions, haveVersions, shortNameOf } from "./cart-versions-graph.ts";
import { catalogueVersionOf, isNewestCatalogue } from "./catalogue-version-store.ts";

type Check = ReturnType<typeof compiledCheck<CartVersions & { id: string }>>;

const checks = new Map<string, Check>();

/** Carts of customers, with payments or with codes depend on more rows than others do. */
function checkOf(names: readonly (keyof CartVersions)[]): Check {
  const key = shortNameOf(names);
  const known = checks.get(key);
  if (known) return known;
  const made: Check = compiledCheck(`cart-unchanged-${key}`, (p) => haveVersions(names, p));
  checks.set(key, made);
  return made;
}

/**
 * The cached cart, for a transaction that has asked for the lock of the cart and fails unless the cart is still so. The
 * stock of its variants may have changed. Undefined where the cart has to be read.
 */
export function checkedCachedCart(deps: CacheDeps, tx: Tx, id: string): VersionedCart | undefined {
  const cached = tx.isOptimistic && tx.written.isEmpty ? cachedCart(deps, id) : undefined;
  if (!cached || !isNewestCatalogue(deps.graph, catalogueVersionOf(cached.versions))) return undefined;
  const { cart, versions } = cached;
  checkOf(sectionVersionsOf(cart))(tx, { id, ...versions }, () => evictCart(deps, id));
  return cached;
}
