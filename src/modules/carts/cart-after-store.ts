import type { Tx } from "../../db/database.ts";
import { rowsOf } from "../../db/written-tables.ts";
import type { Graph } from "../../graph/graph.ts";
import { frozen } from "../../kernel/frozen.ts";
import type { Cart } from "./cart.ts";
import { changedParts, type PartName, readOfParts } from "./cart-parts-graph.ts";
import {
  assembled,
  forget,
  isRememberable,
  originOf,
  type Remembered,
  remember,
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
 * Asked for afterwards, it is remembered and given to whoever shows it; null where it has to be read plainly.
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
  if (added) return cartWithAdded(graph, tx, { id, origin, changed, added });
  if (changed.length === 0) return async () => origin.cart;
  const { view, extras } = readOfParts(changed, isEmpty(before) ? ["catalogue"] : ["stock"]);
  const found = graph.findAtLast(view, id, { tx, extras });
  return async (): Promise<Cart | null> => {
    const row = await found();
    if (!row) return null;
    const after = assembled(row, origin);
    if (hasNewGround(after, origin)) {
      forget(graph, id);
      return null;
    }
    remember(graph, after);
    if (changed.includes("goods")) rememberGoods(graph, after);
    return isRememberable(after.cart) ? after.cart : null;
  };
}

/** What the parts that were not read depend on has changed since; a cart that was just made had none. */
const hasNewGround = (after: Remembered, { versions }: Remembered) =>
  versions.kept !== undefined && after.versions.kept !== versions.kept;

/** Nothing in it can be older than the changes of the catalogue that are seen now. */
const isEmpty = ({ items }: Cart) => items.length === 0;

interface Addition {
  id: string;
  origin: Remembered;
  changed: readonly PartName[];
  added: readonly string[];
}

const ofAddition = ["kept", "catalogue", "stock", "sessions", "isLocated"] as const;

/** The goods are those of other carts, where the catalogue is still the same. */
function cartWithAdded(graph: Graph, tx: Tx, { id, origin, changed, added }: Addition) {
  const parts = areGoodsKnown(graph, origin, added) ? changed.filter((part) => part !== "goods") : changed;
  const { view, extras } = readOfParts(parts, ofAddition);
  const found = graph.findAtLast(view, id, { tx, extras });
  return async (): Promise<Cart | null> => {
    const row = await found();
    const read = row && assembled(row, origin);
    if (!read) return null;
    const known = parts.includes("goods") ? read : knownGoodsIn(graph, read, origin);
    const after = known ?? (await readWithGoods(graph, { id, read, changed }));
    const isStill = (name: "kept" | "sessions") => after?.versions[name] === origin.versions[name];
    if (!after || !isStill("kept") || !isStill("sessions")) {
      forget(graph, id);
      return null;
    }
    remember(graph, after);
    if (after !== known || parts.includes("goods")) rememberGoods(graph, after);
    return after.cart;
  };
}

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
  const { view, extras } = readOfParts([...new Set([...changed, "goods" as const])], ofAddition);
  const row = await graph.find(view, id, { extras });
  const again = row && assembled(row, read);
  return again && again.versions.cart === read.versions.cart ? again : null;
}
