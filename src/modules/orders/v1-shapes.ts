// Where v1's answers about orders, payments and fulfillments differ from the general rules: one entry for each exception.

/**
 * v1 reads these relations to compute totals. An answer includes those under its expanded relations: `items` comes with
 * its tax lines and adjustments.
 */
export const relationsOfTotals = [
  "items",
  "items.tax_lines",
  "items.adjustments",
  "items.variant",
  "shipping_methods",
  "shipping_methods.tax_lines",
  "discounts",
  "discounts.rule",
  "region",
  "payments",
  "refunds",
  "gift_cards",
  "gift_card_transactions",
  "claims",
  "claims.additional_items",
  "claims.additional_items.tax_lines",
  "claims.additional_items.adjustments",
  "swaps",
  "swaps.additional_items",
  "swaps.additional_items.tax_lines",
  "swaps.additional_items.adjustments",
];

/** If `fields` names totals, v1 also includes products and gift cards. */
export const relationsOfNamedTotals = [
  ...relationsOfTotals,
  "items.variant.product",
  "items.variant.product.profiles",
  "gift_card_transactions.gift_card",
];

const topRelationsOfTotals = relationsOfTotals.filter((path) => !path.includes("."));

/** The relations of the totals that storefront answers include even if `expand` is empty. */
export const storeRelationsOfTotals = ["items", "shipping_methods", "discounts", "region", "payments"];

/** All relations of the totals, with every `expand`. */
const allOfTotals = {
  emptyExpand: topRelationsOfTotals,
  defaultFields: topRelationsOfTotals,
  chosenFields: topRelationsOfTotals,
};

/** Where an answer with orders differs from what `fields` and `expand` mean elsewhere. */
export interface OrderExceptions {
  /** Totals that count as selected unless `fields` replaces the default fields. */
  namedTotals?: readonly string[];
  /** Relations in addition to those of `expand`. */
  extraRelations?: ExtraRelations;
  /** Includes the refundable amount of lines even if `expand` does not name `items`. */
  alwaysRefundable?: boolean;
  /** Includes `object` even if `fields` does not name it. */
  alwaysObject?: boolean;
  /** Columns in addition to those of `fields`. */
  alwaysFields?: readonly string[];
  /** Columns in addition to those of `fields`, if it names totals. */
  fieldsForTotals?: readonly string[];
  /** As in a list, only the totals that `fields` names are included. */
  isLookup?: boolean;
  /** Includes discounts before rounding wherever v1 does. */
  alwaysRaw?: boolean;
}

interface ExtraRelations {
  /** For `expand=`. */
  emptyExpand: readonly string[];
  /** If `fields` does not replace the default fields. */
  defaultFields: readonly string[];
  chosenFields: readonly string[];
}

/** `GET /admin/orders/{id}` */
const admin: OrderExceptions = {
  namedTotals: [
    "items.refundable",
    "swaps.additional_items.refundable",
    "claims.additional_items.refundable",
  ],
  alwaysRefundable: true,
  extraRelations: { emptyExpand: [], defaultFields: ["swaps", "claims"], chosenFields: [] },
};

/** `GET /store/orders/{id}` */
const store: OrderExceptions = {
  extraRelations: { emptyExpand: storeRelationsOfTotals, defaultFields: ["items"], chosenFields: [] },
};

/** The exceptions of each answer with orders. */
export const orderShapes = {
  admin,
  /** `GET /admin/orders`: lists always include the sort column. */
  adminList: { ...admin, alwaysFields: ["created_at"] },
  /** Changes of an order under `/admin/orders/{id}`. */
  changed: { ...admin, extraRelations: allOfTotals, fieldsForTotals: ["tax_rate"], alwaysObject: true },
  /** `POST /store/carts/{id}/complete` */
  placed: { alwaysObject: true },
  store,
  /** `GET /store/orders` */
  storeLookup: { ...store, alwaysFields: ["created_at"], isLookup: true },
  /** `GET /store/orders/cart/{cart_id}` */
  storeOfCart: { extraRelations: allOfTotals, alwaysObject: true },
  /** `GET /store/customers/me/orders` */
  own: {
    extraRelations: allOfTotals,
    alwaysObject: true,
    alwaysFields: ["tax_rate", "created_at"],
    alwaysRaw: true,
  },
} satisfies Record<string, OrderExceptions>;

/** `POST /admin/orders/{id}/shipping-methods`: the tax lines of the new method have only these fields. */
export const newMethodTaxFields = ["rate", "name", "code", "shipping_method_id"] as const;

/** A new fulfillment of an order has this metadata by default; of a swap or claim it has null. */
export const metadataOfOrderFulfillment = {};

/**
 * `POST /admin/orders/{id}/line-items/{line_item_id}/reserve`: v1 documents the fields of the reservation, and answers
 * with the reservation under its name. The answer has both.
 */
export const reservationAnswerOf = <Reservation extends object>(reservation: Reservation) => ({
  ...reservation,
  reservation,
});

/** Changes of a payment collection by an admin return it without relations. */
export const relationsOfChangedCollection: string[] = [];
