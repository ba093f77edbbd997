import { cachePerGraph } from "../../../../graph/lru-cache.ts";
import { withStableShape } from "../../../../kernel/with-stable-shape.ts";
import type { Cart, CartLine, LineFacts } from "../cart.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";
import type { CartVersions } from "./cart-versions-graph.ts";
import { catalogueVersionOf } from "./catalogue-version-store.ts";
import { withStock } from "./line-stock.ts";

/** The variant of a line with its product, and the rates and profiles of the line. Its stock is read each time. */
interface LineVariant {
  catalogueVersion: string;
  variant: CartLine["variant"];
  facts: LineFacts | undefined;
}

interface Read {
  readonly cart: Cart;
  readonly versions: CartVersions;
}

const cacheOf = cachePerGraph<LineVariant>();

/** Tax rates belong to a region. */
const keyOf = (variantId: string, { region_id }: Cart) => `${variantId} ${region_id}`;

/** Other carts will have lines of the same variants. */
export function cacheLineVariants(deps: CacheDeps, { cart, versions }: Read): void {
  if (!isCacheOn(deps)) return;
  const catalogueVersion = catalogueVersionOf(versions);
  const facts = new Map(cart.$facts.lines);
  for (const { id, variant_id, variant } of cart.items) {
    if (variant_id === null) continue;
    cacheOf(deps.graph).set(keyOf(variant_id, cart), { catalogueVersion, variant, facts: facts.get(id) });
  }
}

/** Whether the variants are cached for the catalogue that the cart was read with. */
export const areLineVariantsCached = (
  deps: CacheDeps,
  { cart, versions }: Read,
  variantIds: readonly string[],
): boolean =>
  variantIds.every(
    (id) => cacheOf(deps.graph).get(keyOf(id, cart))?.catalogueVersion === catalogueVersionOf(versions),
  );

/** A cart whose lines were read without their variants; undefined where some of these are not cached as they are now. */
export function withCachedVariants(
  deps: CacheDeps,
  { cart, versions }: Read,
  before: Read,
): Cart | undefined {
  const catalogueVersion = catalogueVersionOf(versions);
  const linesBefore = new Map(
    catalogueVersion === catalogueVersionOf(before.versions)
      ? before.cart.items.map((line) => [line.id, line])
      : [],
  );
  const factsBefore = new Map(before.cart.$facts.lines);
  const variantOf = ({ id, variant_id }: CartLine): Pick<LineVariant, "variant" | "facts"> | undefined => {
    if (variant_id === null) return { variant: null, facts: undefined };
    const same = linesBefore.get(id);
    if (same) return { variant: same.variant, facts: factsBefore.get(id) };
    const cached = cacheOf(deps.graph).get(keyOf(variant_id, cart));
    return cached?.catalogueVersion === catalogueVersion ? cached : undefined;
  };
  const found = cart.items.map((line) => [line, variantOf(line)] as const);
  if (found.some(([, variant]) => variant === undefined)) return undefined;
  const lines = found.flatMap(([{ id }, variant]) => (variant?.facts ? [[id, variant.facts] as const] : []));
  const items = found.map(([line, variant]) => withStableShape(line, { variant: variant!.variant }));
  return { ...cart, items: withStock(items, versions.stock), $facts: { ...cart.$facts, lines } };
}
