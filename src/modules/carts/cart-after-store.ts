import type { Tx } from "../../db/database.ts";
import { rowsOf } from "../../db/written-tables.ts";
import type { Graph } from "../../graph/graph.ts";
import { frozen } from "../../kernel/frozen.ts";
import type { Cart } from "./cart.ts";
import { changedParts, type PartName, readOfParts } from "./cart-parts-graph.ts";
import type { CartVersions } from "./cart-versions-graph.ts";
import {
  assembled,
  forget,
  isRememberable,
  originOf,
  type Remembered,
  rememberChanged,
} from "./remembered-cart-store.ts";
import { areGoodsKnown, rememberGoods, withKnownGoods } from "./remembered-goods-store.ts";

interface Change {
  id: string;
  before: Cart;
  /** What was put into it, where nothing else has changed but its lines. */
  added?: readonly string[];
  /** It is in another region: what the lines are of is taxed by other rates there. */
  isRegionNew?: boolean;
}

/**
 * What a cart becomes by this transaction, which has locked it: the parts that were written to are read with the commit.
 * Asked for afterwards, it is remembered and given to whoever shows it; null where it has to be read plainly. What else
 * it was made of may have changed since it was looked at: whoever needs the cart next finds that out.
 */
export function cartAfter(graph: Graph, tx: Tx, { id, before, added, isRegionNew = false }: Change) {
  const origin = originOf(before);
  const written = isRegionNew ? new Set([...tx.written, rowsOf("line_item")]) : tx.written;
  const changed = origin && isRememberable(origin.cart) ? changedParts(written) : null;
  if (!origin || !changed) return async () => null;
  // Their stock has to be read in any case: with all the rest, that is one statement.
  if (origin.versions.isLocated) {
    return async () => {
      forget(graph, id);
      return null;
    };
  }
  if (changed.length === 0) return async () => origin.cart;
  const isOfOthers = added !== undefined && areGoodsKnown(graph, origin, added);
  const parts = isOfOthers ? changed.filter((part) => part !== "goods") : changed;
  const found = findParts(graph, tx, { id, origin, parts });
  return async (): Promise<Cart | null> => {
    const read = await found();
    if (!read) return null;
    const known = isOfOthers ? knownGoodsIn(graph, read, origin) : read;
    const after = known ?? (await readWithGoods(graph, { id, read, changed }));
    if (!after) {
      forget(graph, id);
      return null;
    }
    rememberChanged(graph, after);
    if (changed.includes("goods") && !(isOfOthers && known)) rememberGoods(graph, after);
    return isRememberable(after.cart) ? after.cart : null;
  };
}

interface Parts {
  id: string;
  origin: Remembered;
  parts: readonly PartName[];
}

/** Of a new cart all is to be known; of others, how much there is of their goods. */
function versionsToo({ origin, parts }: Parts): (keyof CartVersions)[] {
  const isNew = origin.versions.kept === undefined;
  if (isNew) return ["kept", "customer", "catalogue", "isLocated"];
  return origin.cart.items.length > 0 || parts.includes("lines") ? ["stock"] : [];
}

function findParts(graph: Graph, tx: Tx, { id, origin, parts }: Parts) {
  const { view, extras } = readOfParts(parts, versionsToo({ id, origin, parts }));
  const found = graph.findAtLast(view, id, { tx, extras });
  return async (): Promise<Remembered | null> => {
    const row = await found();
    return row && assembled(row, origin);
  };
}

/** The goods are those of other carts, where the catalogue is still the same. */
function knownGoodsIn(graph: Graph, read: Remembered, origin: Remembered): Remembered | null {
  const cart = withKnownGoods(graph, read, origin);
  return cart && { ...read, cart: frozen(cart) };
}

interface Reread {
  id: string;
  read: Remembered;
  changed: readonly PartName[];
}

/** Null where somebody else has changed the cart since. */
async function readWithGoods(graph: Graph, { id, read, changed }: Reread): Promise<Remembered | null> {
  const { view, extras } = readOfParts([...new Set([...changed, "goods" as const])]);
  const row = await graph.find(view, id, { extras });
  const again = row && assembled(row, read);
  return again && again.versions.cart === read.versions.cart ? again : null;
}
