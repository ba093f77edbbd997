import type { Graph } from "../../graph/graph.ts";
import { recentRowsOf } from "../../graph/recent-rows.ts";
import type { Cart, CartFacts, CartLine } from "./cart.ts";
import type { CartVersions } from "./cart-versions-graph.ts";

/** What a line is of, and the versions of the rows that it was made of. */
interface Goods {
  stamp: string;
  /** It was the same when it was last read. What is sold all the time is read all the time. */
  isSteady: boolean;
  variant: CartLine["variant"];
  facts: CartFacts["lines"][string] | undefined;
}

interface Read {
  readonly cart: Cart;
  readonly versions: CartVersions;
}

const memoryOf = recentRowsOf<Goods>();

/** The rates on goods are those of a region. */
const keyOf = (variantId: string, { region_id }: Cart) => `${variantId} ${region_id}`;

/** By line: see `ofGoods` in `cart-versions-graph.ts`. Rates hardly ever change, and have a version of their own. */
function stampsOf({ goods, kept }: CartVersions): ReadonlyMap<string, string> {
  const lines = goods === null ? [] : goods.split(",");
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), `${kept} ${line.slice(at + 1)}`];
    }),
  );
}

/** Other carts will have the same goods in them. */
export function rememberGoods(graph: Graph, { cart, versions }: Read): void {
  const stamps = stampsOf(versions);
  for (const { id, variant_id, variant } of cart.items) {
    const stamp = stamps.get(id);
    if (variant_id === null || stamp === undefined) continue;
    const key = keyOf(variant_id, cart);
    const isSteady = (memoryOf(graph).get(key)?.stamp ?? stamp) === stamp;
    memoryOf(graph).keep(key, { stamp, isSteady, variant, facts: cart.$facts.lines[id] });
  }
}

/** Whether what goes into the cart is likely to be what it was. */
export const areGoodsSteady = (graph: Graph, cart: Cart, variantIds: readonly string[]): boolean =>
  variantIds.every((variantId) => memoryOf(graph).get(keyOf(variantId, cart))?.isSteady);

/** A cart whose lines were read without what they are of; null where some of that is not known as it is now. */
export function withKnownGoods(graph: Graph, { cart, versions }: Read, before: Read): Cart | null {
  const stamps = stampsOf(versions);
  const stampsBefore = stampsOf(before.versions);
  const linesBefore = new Map(before.cart.items.map((line) => [line.id, line]));
  const goodsOf = ({ id, variant_id }: CartLine): Pick<Goods, "variant" | "facts"> | null => {
    if (variant_id === null) return { variant: null, facts: undefined };
    const stamp = stamps.get(id);
    if (stamp === undefined) return null;
    const same = stampsBefore.get(id) === stamp ? linesBefore.get(id) : undefined;
    if (same) return { variant: same.variant, facts: before.cart.$facts.lines[id] };
    const known = memoryOf(graph).get(keyOf(variant_id, cart));
    return known?.stamp === stamp ? known : null;
  };
  const found = cart.items.map((line) => [line, goodsOf(line)] as const);
  if (found.some(([, goods]) => goods === null)) return null;
  const lines = Object.fromEntries(
    found.flatMap(([{ id }, goods]) => (goods?.facts ? [[id, goods.facts]] : [])),
  );
  return {
    ...cart,
    items: found.map(([line, goods]) => ({ ...line, variant: goods!.variant })),
    $facts: { ...cart.$facts, lines },
  };
}
