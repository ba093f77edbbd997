import type { Permission } from "../../../data/session/permissions.ts";

/** A number of a report. Names ending in `_rate` are shares, those of `COUNTS` pieces and orders, all others money. */
export type Figure =
  | "orders"
  | "quantity"
  | "sales"
  | "net"
  | "discounts"
  | "shipping"
  | "taxes"
  | "refunds"
  | "revenue"
  | "returned_quantity"
  | "returned_sales"
  | "returned_net"
  | "returned_taxes"
  | "taxes_due"
  | "return_rate"
  | "average_order"
  | "variants"
  | "pieces"
  | "value"
  | "cost";

export const COUNTS: readonly Figure[] = ["orders", "quantity", "returned_quantity", "variants", "pieces"];

export interface ReportKind {
  /** What the user needs besides `analytics:read`, to see it and to save it. */
  needs?: Permission;
  needsToSave?: Permission;
  figures: readonly Figure[];
  /** What the chart shows and the table compares. */
  main: Figure;
  /** Figures that the table can be ordered by. All, if absent. */
  sorted?: readonly Figure[];
  /** What a row may be. */
  by?: readonly string[];
  hasSearch?: boolean;
  hasRegion?: boolean;
}

const OF_PLACE = ["orders", "quantity", "sales", "discounts", "taxes", "refunds", "revenue"] as const;

export const KINDS = {
  sales: { figures: OF_PLACE, main: "revenue", hasRegion: true },
  products: {
    figures: ["orders", "quantity", "returned_quantity", "discounts", "taxes", "sales"],
    main: "sales",
    by: ["product", "product_and_region"],
    hasSearch: true,
    hasRegion: true,
  },
  regions: { figures: OF_PLACE, main: "revenue" },
  countries: { figures: OF_PLACE, main: "revenue", hasRegion: true },
  returns: {
    figures: ["quantity", "returned_quantity", "return_rate", "returned_sales"],
    main: "returned_quantity",
    sorted: ["quantity", "returned_quantity", "returned_sales"],
    by: ["product", "reason"],
    hasSearch: true,
    hasRegion: true,
  },
  discounts: {
    figures: ["orders", "sales", "discounts"],
    main: "discounts",
    hasSearch: true,
    hasRegion: true,
  },
  taxes: {
    figures: ["net", "taxes", "returned_net", "returned_taxes", "taxes_due"],
    main: "taxes_due",
    hasRegion: true,
  },
  customers: {
    figures: ["orders", "average_order", "refunds", "revenue"],
    main: "revenue",
    sorted: ["orders", "refunds", "revenue"],
    needs: "customers:read",
    needsToSave: "personal-data:read",
  },
  stock: {
    figures: ["variants", "pieces", "cost", "value"],
    main: "value",
    sorted: [],
    by: ["location", "variant"],
    needs: "stock:read",
  },
} as const satisfies Record<string, ReportKind>;

export type KindName = keyof typeof KINDS;

export const kindOf = (name: KindName): ReportKind => KINDS[name];

export const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name);
