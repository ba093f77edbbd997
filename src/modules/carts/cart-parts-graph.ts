import { rowsOf } from "../../db/written-tables.ts";
import type { Extra } from "../../graph/graph.ts";
import type { View } from "../../graph/selection.ts";
import type { Cart } from "./cart.ts";
import { cartFacts, factsOfPart } from "./cart-facts-graph.ts";
import { type CartVersions, versionsOf } from "./cart-versions-graph.ts";
import { cart } from "./carts-graph.ts";

type VersionName = keyof CartVersions;

interface Part {
  readonly relations: readonly string[];
  /** What is written when it changes. */
  readonly tables: readonly string[];
  readonly facts?: Extra;
  readonly versions: readonly VersionName[];
}

/** A cart is read again in parts: after a change only what was written to. */
const parts = {
  own: {
    relations: [
      "region",
      "region.countries",
      "region.payment_providers",
      "region.tax_rates",
      "billing_address",
      "shipping_address",
      "customer",
      "sales_channel",
    ],
    tables: ["cart", "address", "customer"],
    facts: factsOfPart.own,
    versions: ["customer"],
  },
  lines: {
    relations: ["items", "items.adjustments"],
    tables: ["line_item", "line_item_adjustment"],
    versions: [],
  },
  /** What the lines are of. While none comes or goes, that stays. */
  goods: {
    relations: ["items.variant", "items.variant.product", "items.variant.product.profiles"],
    tables: [rowsOf("line_item")],
    facts: factsOfPart.goods,
    versions: ["catalogue", "stock"],
  },
  shipping: {
    relations: ["shipping_methods", "shipping_methods.shipping_option"],
    tables: ["shipping_method", "custom_shipping_option"],
    facts: factsOfPart.shipping,
    versions: [],
  },
  sessions: { relations: ["payment_sessions"], tables: ["payment_session"], versions: ["sessions"] },
  codes: {
    relations: ["discounts", "discounts.rule", "gift_cards"],
    tables: ["cart_discounts", "cart_gift_cards"],
    versions: ["codes"],
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

const all: [PartName, Part][] = Object.entries(parts) as [PartName, Part][];
const partOf = new Map(all.flatMap(([name, { tables }]) => tables.map((table) => [table, name] as const)));

/** Notes about a change, which no cart shows; that rows came or went is said of tables that are known anyway. */
const isAside = (table: string) => table.startsWith("tradewind.") || table.startsWith("rows of ");

/** The parts that a transaction has changed; null where it also wrote to something that carts may depend on elsewhere. */
export function changedParts(written: ReadonlySet<string>): PartName[] | null {
  const changed = new Set<PartName>();
  for (const table of written) {
    const part = partOf.get(table);
    if (part) changed.add(part);
    else if (!isAside(table)) return null;
  }
  return all.map(([name]) => name).filter((name) => changed.has(name));
}

export interface PartialRead {
  readonly view: View;
  readonly extras: readonly Extra[];
}

const reads = new Map<string, PartialRead>();

/** How some of the parts are read, in one statement, and the versions of others that are not. */
export function readOfParts(names: readonly PartName[], also: readonly VersionName[] = []): PartialRead {
  const key = `${names}+${also}`;
  const known = reads.get(key);
  if (known) return known;
  const chosen: Part[] = names.map((name) => parts[name]);
  const relations = chosen.flatMap((part) => part.relations);
  const read: PartialRead = {
    view: { entity: cart, relations, ...(names.includes("own") ? {} : { fields: ["id"] }) },
    extras: [
      ...chosen.flatMap(({ facts }) => facts ?? []),
      versionsOf(...new Set<VersionName>(["cart", ...chosen.flatMap((part) => part.versions), ...also])),
    ],
  };
  reads.set(key, read);
  return read;
}

/** How much there is of its goods is another matter. */
const ofEveryCart = ["cart", "kept", "catalogue", "isLocated"] as const;

/**
 * The versions that tell whether a cart is what it was. That it has come to have a customer, a payment or codes is told by
 * its own.
 */
export const tellingVersions = (cart: Cart): readonly VersionName[] => {
  const more = [
    cart.customer_id !== null && "customer",
    cart.payment_sessions.length > 0 && "sessions",
    cart.discounts.length + cart.gift_cards.length > 0 && "codes",
  ] as const;
  return [...ofEveryCart, ...more.filter((name) => name !== false)];
};

/** Everything, and also what only carts have that cannot be remembered. */
export const wholeCart: PartialRead = {
  view: { entity: cart, relations: [...all.flatMap(([, part]) => part.relations), "payment"] },
  extras: [cartFacts, versionsOf(...ofEveryCart, "customer", "sessions", "codes", "stock")],
};

/** Only what tells whether a cart is what it was, and how much there is of its goods. */
export const readOfVersions = (known: Cart): PartialRead =>
  readOfParts([], [...tellingVersions(known), "stock"]);
