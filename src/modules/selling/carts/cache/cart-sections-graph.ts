import type { Tx } from "../../../../db/database.ts";
import type { Extra } from "../../../../graph/graph.ts";
import type { View } from "../../../../graph/selection.ts";
import type { Cart } from "../cart.ts";
import { cartFacts, factsOfSection } from "../cart-facts-graph.ts";
import { cart } from "../carts-graph.ts";
import { type CartVersions, versionsOf } from "./cart-versions-graph.ts";

type VersionName = keyof CartVersions;

interface Section {
  readonly relations: readonly string[];
  /** The section changes when one of these tables is written to. */
  readonly tables: readonly string[];
  /** The section changes when rows of these tables are added or removed. */
  readonly rowsOf?: readonly string[];
  readonly facts?: Extra;
  readonly versions: readonly VersionName[];
}

/** After a change only the sections of a cart that were written to are read again. */
const sections = {
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
    facts: factsOfSection.own,
    versions: ["customer"],
  },
  lines: {
    relations: ["items", "items.adjustments"],
    tables: ["line_item", "line_item_adjustment"],
    versions: [],
  },
  /** The variants of the lines. They stay the same while no line is added or removed. */
  goods: {
    relations: ["items.variant", "items.variant.product", "items.variant.product.profiles"],
    tables: [],
    rowsOf: ["line_item"],
    facts: factsOfSection.goods,
    versions: ["catalogue", "stock"],
  },
  shipping: {
    relations: ["shipping_methods", "shipping_methods.shipping_option"],
    tables: ["shipping_method", "custom_shipping_option"],
    facts: factsOfSection.shipping,
    versions: [],
  },
  sessions: { relations: ["payment_sessions"], tables: ["payment_session"], versions: ["sessions"] },
  codes: {
    relations: ["discounts", "discounts.rule", "gift_cards"],
    tables: ["cart_discounts", "cart_gift_cards"],
    versions: ["codes"],
  },
} satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

const all = Object.entries(sections) as [SectionName, Section][];
const ofCarts = new Set(all.flatMap(([, { tables }]) => tables));

/** Written together with carts, and shown by none: events, and the pieces that a cart holds. */
const notShown = new Set(["tradewind.event", "tradewind.stock_hold"]);

/** The sections that a transaction changed; null if it also wrote to other tables that carts may depend on. */
export function changedSections(written: Tx["written"]): SectionName[] | null {
  const tables = written.tables();
  if (!tables.every((table) => ofCarts.has(table) || notShown.has(table))) return null;
  const isChanged = ({ tables: own, rowsOf = [] }: Section) =>
    own.some((table) => tables.includes(table)) || rowsOf.some((table) => written.hasRowChanges(table));
  return all.filter(([, section]) => isChanged(section)).map(([name]) => name);
}

export interface PartialRead {
  readonly view: View;
  readonly extras: readonly Extra[];
}

const reads = new Map<string, PartialRead>();

/** A read of some sections in one statement, with more versions. */
export function readOfSections(
  names: readonly SectionName[],
  also: readonly VersionName[] = [],
): PartialRead {
  const key = `${names}+${also}`;
  const known = reads.get(key);
  if (known) return known;
  const chosen: Section[] = names.map((name) => sections[name]);
  const relations = chosen.flatMap((section) => section.relations);
  const read: PartialRead = {
    view: { entity: cart, relations, ...(names.includes("own") ? {} : { fields: ["id"] }) },
    extras: [
      ...chosen.flatMap(({ facts }) => facts ?? []),
      versionsOf(
        ...new Set<VersionName>(["cart", ...chosen.flatMap((section) => section.versions), ...also]),
      ),
    ],
  };
  reads.set(key, read);
  return read;
}

/** Stock is read separately. */
const ofEveryCart = ["cart", "referenceData", "catalogue", "isLocated"] as const;

/** The versions that change when the cart does. The first customer, payment or code of a cart changes its own version. */
export const sectionVersionsOf = (cart: Cart): readonly VersionName[] => {
  const more = [
    cart.customer_id !== null && "customer",
    cart.payment_sessions.length > 0 && "sessions",
    cart.discounts.length + cart.gift_cards.length > 0 && "codes",
  ] as const;
  return [...ofEveryCart, ...more.filter((name) => name !== false)];
};

/** All sections, and the payment, which only carts have that are not cached. */
export const wholeCart: PartialRead = {
  view: { entity: cart, relations: [...all.flatMap(([, section]) => section.relations), "payment"] },
  extras: [cartFacts, versionsOf(...ofEveryCart, "customer", "sessions", "codes", "stock")],
};

const versionReads = new WeakMap<Cart, PartialRead>();

/** Reads only the versions of a cart and the stock of its variants. */
export function readOfVersions(known: Cart): PartialRead {
  const before = versionReads.get(known);
  if (before) return before;
  const read = readOfSections([], [...sectionVersionsOf(known), "stock"]);
  versionReads.set(known, read);
  return read;
}
