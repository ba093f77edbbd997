import type { Connection, Tx } from "../../db/database.ts";
import type { Extra, Graph, Row } from "../../graph/graph.ts";
import { recentRowsOf } from "../../graph/recent-rows.ts";
import { frozen } from "../../kernel/frozen.ts";
import type { Cart } from "./cart.ts";
import {
  changedParts,
  type PartName,
  readOfParts,
  versionsWithCodes,
  versionsWithoutCodes,
  wholeCart,
} from "./cart-parts-graph.ts";
import { type CartVersions, isSameVersion } from "./cart-versions-graph.ts";
import { areGoodsSteady, rememberGoods, withKnownGoods } from "./remembered-goods-store.ts";

/** A cart with all that storefronts see and decisions need, and the versions of the rows that it was made of. */
interface Remembered {
  readonly cart: Cart;
  readonly versions: CartVersions;
}

const memoryOf = recentRowsOf<Remembered>(({ cart }) => 1 + cart.items.length);
/** How each of them was read, so that a change can be told from it. */
const origins = new WeakMap<Cart, Remembered>();

// Nothing of it can be told from versions: the answers of tax services run out, and what comes back in a swap belongs to
// an order.
const isRememberable = ({ type, completed_at, payment_id, region }: Cart) =>
  type === "default" && completed_at === null && payment_id === null && region.tax_provider_id === null;

const VERSIONS = "$versions:";

/** Lines that were read without what they are of, which has not changed. */
function withGoods(cart: Cart, before: Cart): Cart {
  const variants = new Map(before.items.map(({ id, variant }) => [id, variant]));
  return { ...cart, items: cart.items.map((line) => ({ ...line, variant: variants.get(line.id) ?? null })) };
}

/** The row of a cart, or the parts of it that were read again. */
function assembled(row: Row, before?: Remembered): Remembered {
  const { $own, $goods, $shipping, $facts, ...rest } = row as Record<string, object>;
  const stamp = Object.keys(rest).find((name) => name.startsWith(VERSIONS))!;
  const { [stamp]: versions, ...read } = rest;
  const facts = { ...before?.cart.$facts, ...$facts, ...$own, ...$goods, ...$shipping };
  const cart = { ...before?.cart, ...read, $facts: facts } as unknown as Cart;
  return {
    cart: frozen($goods || $facts || !before ? cart : withGoods(cart, before.cart)),
    versions: { ...before?.versions, ...(versions as CartVersions) },
  };
}

function remember(graph: Graph, read: Remembered): void {
  const { cart } = read;
  origins.set(cart, read);
  if (isRememberable(cart)) memoryOf(graph).keep(cart.id, read);
  else memoryOf(graph).forget(cart.id);
}

/** A cart that has all it is made of in common with another, its own row excepted. */
export function rememberLike(
  graph: Graph,
  cart: Cart,
  { twin, versions }: { twin: Cart; versions: Pick<CartVersions, "cart"> },
): void {
  remember(graph, { cart, versions: { ...origins.get(twin)!.versions, ...versions } });
}

/** What a cart was when this process last looked: to guess what will be needed, never to decide. */
export const lastKnown = (graph: Graph, id: string): Cart | undefined => memoryOf(graph).get(id)?.cart;

interface Reading {
  on: Connection;
  /** Read with it. */
  also?: readonly Extra[];
}

/**
 * A cart as it is now. What this process remembers is used when a small statement finds that no row it was made of has
 * changed; otherwise it is read. Null where there is no such cart.
 */
export async function recall(graph: Graph, id: string, { on, also = [] }: Reading): Promise<Cart | null> {
  const known = memoryOf(graph).get(id);
  if (known) {
    const { view, extras } = hasCodes(known.cart) ? versionsWithCodes : versionsWithoutCodes;
    const row = await graph.find(view, id, { on, extras: [...extras, ...also] });
    if (!row) return null;
    const versions = row[extras[0]!.name] as Partial<CartVersions>;
    if (isSameVersion(versions, known.versions)) return withExtras(known, row, also);
  }
  const row = await graph.find(wholeCart.view, id, { on, extras: [...wholeCart.extras, ...also] });
  if (!row) return null;
  const read = assembled(withoutExtras(row, also));
  remember(graph, read);
  rememberGoods(graph, read);
  return withExtras(read, row, also);
}

const hasCodes = ({ discounts, gift_cards }: Cart) => discounts.length + gift_cards.length > 0;

const withoutExtras = (row: Row, also: readonly Extra[]): Row => {
  const rest = { ...row };
  for (const { name } of also) delete rest[name];
  return rest;
};

/** What was read beside the cart is for this time only. */
function withExtras(remembered: Remembered, row: Row, also: readonly Extra[]): Cart {
  if (also.length === 0) return remembered.cart;
  const read = Object.fromEntries(also.map(({ name }) => [name, row[name]]));
  const cart = { ...remembered.cart, ...read };
  origins.set(cart, remembered);
  return cart;
}

/** Whether stock is kept by location in the shop of this cart. */
export const isLocated = (cart: Cart): boolean => origins.get(cart)!.versions.isLocated;

/** Which changes of rows that hardly ever change are in this cart: see `graph/kept-rows.ts`. */
export const keptVersion = (cart: Cart): string | null => origins.get(cart)!.versions.kept;

/** A cart that this transaction is making: there is nothing in it yet. */
export function blankCart(): Cart {
  const cart = {
    type: "default",
    completed_at: null,
    payment_id: null,
    region: { tax_provider_id: null },
    items: [],
    shipping_methods: [],
    payment_sessions: [],
    discounts: [],
    gift_cards: [],
    $facts: {
      lines: {},
      shipping_rates: {},
      custom_shipping_prices: {},
      returned_rates: {},
      spent: [],
      tax_answer: null,
    },
  } as unknown as Cart;
  origins.set(cart, { cart, versions: { goods: null, sessions: null, codes: null } as CartVersions });
  return cart;
}

interface Change {
  id: string;
  before: Cart;
  /** What was put into it, where nothing else has changed but its lines. */
  added?: readonly string[];
}

/**
 * What a cart becomes by this transaction, which has locked it: the parts that were written to are read with the commit.
 * Asked for afterwards, it is remembered and given to whoever shows it; null where it has to be read plainly.
 */
export function cartAfter(graph: Graph, tx: Tx, { id, before, added }: Change) {
  const origin = origins.get(before);
  const changed = origin && isRememberable(origin.cart) ? changedParts(tx.written) : null;
  if (!origin || !changed) return async () => null;
  // Their stock has to be read in any case: with all the rest, that is one statement.
  if (origin.versions.isLocated) {
    return async () => {
      memoryOf(graph).forget(id);
      return null;
    };
  }
  if (added) return cartWithAdded(graph, tx, { id, origin, changed, added });
  if (changed.length === 0) return async () => origin.cart;
  const { view, extras } = readOfParts(changed);
  const found = graph.findAtLast(view, id, { tx, extras });
  return async (): Promise<Cart | null> => {
    const row = await found();
    if (!row) return null;
    const after = assembled(row, origin);
    remember(graph, after);
    if (changed.includes("goods")) rememberGoods(graph, after);
    return isRememberable(after.cart) ? after.cart : null;
  };
}

interface Addition {
  id: string;
  origin: Remembered;
  changed: readonly PartName[];
  added: readonly string[];
}

const ofAddition = ["kept", "goods", "sessions", "isLocated"] as const;

/** The goods are those of other carts, where the versions of their rows are still the same. */
function cartWithAdded(graph: Graph, tx: Tx, { id, origin, changed, added }: Addition) {
  const isSteady = areGoodsSteady(graph, origin.cart, added);
  const parts = isSteady ? changed.filter((part) => part !== "goods") : changed;
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
      memoryOf(graph).forget(id);
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

/**
 * Where its own row tells nearly all of whether a cart is still what it was: nobody's yet, and without codes and payment.
 * That no payment was opened since, and what its goods are, is looked at with the commit (`cartWithAdded`).
 */
export function toldByItsRow(graph: Graph, id: string): Remembered | undefined {
  const known = memoryOf(graph).get(id);
  if (!known || known.versions.isLocated || known.cart.customer_id !== null) return undefined;
  return hasCodes(known.cart) || known.cart.payment_sessions.length > 0 ? undefined : known;
}
