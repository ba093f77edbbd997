import type { Graph } from "../../graph/graph.ts";
import { recentRowsOf } from "../../graph/recent-rows.ts";
import { extended } from "../../kernel/extended.ts";
import type { Cart, CartLine, LineFacts } from "./cart.ts";
import type { CartVersions } from "./cart-versions-graph.ts";
import { withStock } from "./line-stock.ts";
import { stampOf } from "./shop-stamp-store.ts";

/** What a line is of, and what it depends on. How much there is of it is looked at each time. */
interface Goods {
  stamp: string;
  variant: CartLine["variant"];
  facts: LineFacts | undefined;
}

interface Read {
  readonly cart: Cart;
  readonly versions: CartVersions;
}

const memoryOf = recentRowsOf<Goods>();

/** The rates on goods are those of a region. */
const keyOf = (variantId: string, { region_id }: Cart) => `${variantId} ${region_id}`;

/** Other carts will have the same goods in them. */
export function rememberGoods(graph: Graph, { cart, versions }: Read): void {
  const stamp = stampOf(versions);
  const facts = new Map(cart.$facts.lines);
  for (const { id, variant_id, variant } of cart.items) {
    if (variant_id === null) continue;
    memoryOf(graph).keep(keyOf(variant_id, cart), { stamp, variant, facts: facts.get(id) });
  }
}

/** Whether what goes into the cart is likely to be what it was. */
export const areGoodsKnown = (
  graph: Graph,
  { cart, versions }: Read,
  variantIds: readonly string[],
): boolean =>
  variantIds.every((variantId) => memoryOf(graph).get(keyOf(variantId, cart))?.stamp === stampOf(versions));

/** A cart whose lines were read without what they are of; null where some of that is not known as it is now. */
export function withKnownGoods(graph: Graph, { cart, versions }: Read, before: Read): Cart | null {
  const stamp = stampOf(versions);
  const linesBefore = new Map(
    stamp === stampOf(before.versions) ? before.cart.items.map((line) => [line.id, line]) : [],
  );
  const factsBefore = new Map(before.cart.$facts.lines);
  const goodsOf = ({ id, variant_id }: CartLine): Pick<Goods, "variant" | "facts"> | null => {
    if (variant_id === null) return { variant: null, facts: undefined };
    const same = linesBefore.get(id);
    if (same) return { variant: same.variant, facts: factsBefore.get(id) };
    const known = memoryOf(graph).get(keyOf(variant_id, cart));
    return known?.stamp === stamp ? known : null;
  };
  const found = cart.items.map((line) => [line, goodsOf(line)] as const);
  if (found.some(([, goods]) => goods === null)) return null;
  const lines = found.flatMap(([{ id }, goods]) => (goods?.facts ? [[id, goods.facts] as const] : []));
  const items = found.map(([line, goods]) => extended(line, { variant: goods!.variant }));
  return { ...cart, items: withStock(items, versions.stock), $facts: { ...cart.$facts, lines } };
}
