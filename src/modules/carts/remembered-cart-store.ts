import type { Connection } from "../../db/database.ts";
import type { Extra, Graph, Row } from "../../graph/graph.ts";
import { recentRowsOf } from "../../graph/recent-rows.ts";
import { extended } from "../../kernel/extended.ts";
import { frozen } from "../../kernel/frozen.ts";
import { jsonSize } from "../../kernel/json-size.ts";
import type { Cart, CartLine } from "./cart.ts";
import { readOfVersions, wholeCart } from "./cart-parts-graph.ts";
import { type CartVersions, isSameVersion } from "./cart-versions-graph.ts";
import { withStock } from "./line-stock.ts";
import { rememberGoods } from "./remembered-goods-store.ts";
import { noteStamp, stampOf } from "./shop-stamp-store.ts";

/** A cart with all that storefronts see and decisions need, and the versions of the rows that it was made of. */
export interface Remembered {
  readonly cart: Cart;
  readonly versions: CartVersions;
}

/** Texts of this length take as much room as a line. */
const TEXT_OF_A_LINE = 2_000;

/** What customers and providers have noted in a cart may be of any size. */
function weightOf({ cart }: Remembered): number {
  const { items, shipping_methods, payment_sessions, billing_address, shipping_address } = cart;
  const notes = [cart, billing_address, shipping_address, ...items].map((part) => part?.metadata);
  const data = [...shipping_methods, ...payment_sessions].map((part) => part.data);
  return 1 + items.length + Math.floor(jsonSize([cart.context, notes, data]) / TEXT_OF_A_LINE);
}

const memoryOf = recentRowsOf<Remembered>(weightOf);
/** How each of them was read, so that a change can be told from it. */
const origins = new WeakMap<Cart, Remembered>();

// Nothing of it can be told from versions: the answers of tax services run out, and what comes back in a swap belongs to
// an order.
export const isRememberable = ({ type, completed_at, payment_id, region }: Cart) =>
  type === "default" && completed_at === null && payment_id === null && region.tax_provider_id === null;

const VERSIONS = "$versions:";

/** What the lines are of has not changed but for how much there is of it; they were read without, or not at all. */
function linesAfter(read: CartLine[] | undefined, stock: CartVersions["stock"], before: Remembered) {
  const { items } = before.cart;
  const variants = new Map(items.map(({ id, variant }) => [id, variant]));
  const lines = read?.map((line) => extended(line, { variant: variants.get(line.id) ?? null })) ?? items;
  return stock === before.versions.stock ? lines : withStock(lines, stock);
}

/** The row of a cart, or the parts of it that were read again. */
export function assembled(row: Row, before?: Remembered): Remembered {
  const stamp = Object.keys(row).find((name) => name.startsWith(VERSIONS))!;
  const { $own, $goods, $shipping, $facts, [stamp]: found, ...read } = row as Record<string, object>;
  const facts = { ...before?.cart.$facts, ...$facts, ...$own, ...$goods, ...$shipping };
  const cart = { ...before?.cart, ...read, $facts: facts } as unknown as Cart;
  const versions = { ...before?.versions, ...(found as CartVersions) };
  if (before && !$goods && !$facts) {
    cart.items = linesAfter(read["items"] as CartLine[] | undefined, versions.stock, before);
  }
  return { cart: frozen(cart), versions };
}

/** A cart that was looked at now. */
function remember(graph: Graph, read: Remembered): void {
  noteStamp(graph, stampOf(read.versions));
  rememberChanged(graph, read);
}

/** The same after a change that went by what was known of the shop: it may have changed meanwhile. */
export function rememberChanged(graph: Graph, changed: Remembered): void {
  const { cart } = changed;
  origins.set(cart, changed);
  if (isRememberable(cart)) memoryOf(graph).keep(cart.id, changed);
  else forget(graph, cart.id);
}

export const forget = (graph: Graph, id: string): void => memoryOf(graph).forget(id);

/** How a cart was read; undefined where it was made by hand. */
export const originOf = (cart: Cart): Remembered | undefined => origins.get(cart);

/** Its row is its own, and what there is to buy may have changed since the last one of its kind was made. */
export type OfNewCart = Pick<CartVersions, "cart" | "catalogue">;

/** A cart that has all it is made of in common with another. */
export function rememberLike(
  graph: Graph,
  cart: Cart,
  { twin, versions }: { twin: Cart; versions: OfNewCart },
): void {
  remember(graph, { cart, versions: { ...origins.get(twin)!.versions, ...versions } });
}

/** What this process knows of a cart since it last looked. */
export const rememberedOf = (graph: Graph, id: string): Remembered | undefined => memoryOf(graph).get(id);

/** The same to guess what will be needed, never to decide. */
export const lastKnown = (graph: Graph, id: string): Cart | undefined => rememberedOf(graph, id)?.cart;

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
  const known = rememberedOf(graph, id);
  if (known) {
    const { view, extras } = readOfVersions(known.cart);
    const row = await graph.find(view, id, { on, extras: [...extras, ...also] });
    if (!row) return null;
    const { stock, ...others } = row[extras[0]!.name] as CartVersions;
    if (isSameVersion(others, known.versions)) {
      return withExtras(stock === known.versions.stock ? known : restocked(graph, known, stock), row, also);
    }
  }
  const row = await graph.find(wholeCart.view, id, { on, extras: [...wholeCart.extras, ...also] });
  if (!row) return null;
  const read = assembled(withoutExtras(row, also));
  remember(graph, read);
  rememberGoods(graph, read);
  return withExtras(read, row, also);
}

/** Others buy the same all the time: nothing else of the cart changes by that. */
function restocked(graph: Graph, { cart, versions }: Remembered, stock: CartVersions["stock"]): Remembered {
  const now = {
    cart: frozen({ ...cart, items: withStock(cart.items, stock) }),
    versions: { ...versions, stock },
  };
  remember(graph, now);
  return now;
}

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

/** Whether stock is kept by location in the shop of this cart, as far as that was looked at. */
export const isLocated = (cart: Cart): boolean => origins.get(cart)?.versions.isLocated ?? true;

/** Which changes of rows that hardly ever change are in this cart: see `graph/kept-rows.ts`. */
export const keptVersion = (cart: Cart): string | null => origins.get(cart)!.versions.kept;

/** A cart that this transaction is making: there is nothing in it yet. */
export function blankCart(): Cart {
  const cart = {
    type: "default",
    completed_at: null,
    payment_id: null,
    payment: null,
    region: { tax_provider_id: null },
    items: [],
    shipping_methods: [],
    payment_sessions: [],
    discounts: [],
    gift_cards: [],
    $facts: {
      lines: [],
      shipping_rates: [],
      custom_shipping_prices: {},
      returned_rates: [],
      spent: [],
      tax_answer: null,
    },
  } as unknown as Cart;
  origins.set(cart, { cart, versions: { stock: null, sessions: null, codes: null } as CartVersions });
  return cart;
}
