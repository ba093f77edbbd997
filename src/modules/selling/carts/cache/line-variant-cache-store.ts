import { cachePerGraph } from "../../../../graph/lru-cache.ts";
import { isoTimestamp } from "../../../../kernel/dates.ts";
import { withStableShape } from "../../../../kernel/with-stable-shape.ts";
import type { Cart, CartLine, LineFacts } from "../cart.ts";
import { type CacheDeps, isCacheOn } from "./cache-settings.ts";
import { catalogueVersionOf, type VersionedCart } from "./cart-versions-graph.ts";

type Counted = [line: string, quantity: number, moment: string];

/** The lines with the present stock of their variants: see `stock` in `cart-versions-graph.ts`. */
export function withStock(lines: readonly CartLine[], stock: string | null): CartLine[] {
  const counted = stock === null ? [] : (JSON.parse(stock) as Counted[]);
  const now = new Map(
    counted.map(([line, inventory_quantity, moment]) => [
      line,
      { inventory_quantity, updated_at: isoTimestamp(moment) },
    ]),
  );
  return lines.map((line) => {
    const left = now.get(line.id);
    return line.variant && left
      ? withStableShape(line, { variant: withStableShape(line.variant, left) })
      : line;
  });
}

/** The variant of a line with its product, tax rates and profiles. Its stock is not cached. */
interface LineVariant {
  catalogueVersion: string;
  variant: CartLine["variant"];
  facts: LineFacts | undefined;
}

const cacheOf = cachePerGraph<LineVariant>();

/** Tax rates belong to a region. */
const variantKeyOf = (variantId: string, { region_id }: Cart) => `${variantId} ${region_id}`;

/** Caches the variants of a cart for other carts with the same variants. */
export function cacheLineVariants(deps: CacheDeps, { cart, versions }: VersionedCart): void {
  if (!isCacheOn(deps)) return;
  const catalogueVersion = catalogueVersionOf(versions);
  const facts = new Map(cart.$facts.lines);
  for (const { id, variant_id, variant } of cart.items) {
    if (variant_id === null) continue;
    cacheOf(deps.graph).set(variantKeyOf(variant_id, cart), {
      catalogueVersion,
      variant,
      facts: facts.get(id),
    });
  }
}

/** Whether the variants are cached for the catalogue version of the cart. */
export const areLineVariantsCached = (
  deps: CacheDeps,
  { cart, versions }: VersionedCart,
  variantIds: readonly string[],
): boolean =>
  variantIds.every(
    (id) =>
      cacheOf(deps.graph).get(variantKeyOf(id, cart))?.catalogueVersion === catalogueVersionOf(versions),
  );

/** Adds the cached variants to lines that were read without them. Undefined if one is missing or outdated. */
export function withCachedVariants(
  deps: CacheDeps,
  { cart, versions }: VersionedCart,
  before: VersionedCart,
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
    const cached = cacheOf(deps.graph).get(variantKeyOf(variant_id, cart));
    return cached?.catalogueVersion === catalogueVersion ? cached : undefined;
  };
  const found = cart.items.map((line) => [line, variantOf(line)] as const);
  if (found.some(([, variant]) => variant === undefined)) return undefined;
  const lines = found.flatMap(([{ id }, variant]) => (variant?.facts ? [[id, variant.facts] as const] : []));
  const items = found.map(([line, variant]) => withStableShape(line, { variant: variant!.variant }));
  return { ...cart, items: withStock(items, versions.stock), $facts: { ...cart.$facts, lines } };
}
