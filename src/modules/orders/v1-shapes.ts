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

/** The exceptions of each answer with orders: see `OrderView`. */
export const orderShapes = {
  /** `GET /admin/orders/{id}` */
  admin: {
    namedTotals: [
      "items.refundable",
      "swaps.additional_items.refundable",
      "claims.additional_items.refundable",
    ],
    alwaysRefundable: true,
    extraRelations: { emptyExpand: [], defaultFields: ["swaps", "claims"], chosenFields: [] },
  },
  /** `GET /admin/orders`: lists always include the sort column. */
  adminList: { alwaysFields: ["created_at"] },
  /** Changes of an order under `/admin/orders/{id}`. */
  changed: { extraRelations: allOfTotals, fieldsForTotals: ["tax_rate"], alwaysObject: true },
  /** `POST /store/carts/{id}/complete` */
  placed: { alwaysObject: true },
  /** `GET /store/orders/{id}` */
  store: {
    extraRelations: { emptyExpand: storeRelationsOfTotals, defaultFields: ["items"], chosenFields: [] },
  },
  /** `GET /store/orders` */
  storeLookup: { alwaysFields: ["created_at"], isLookup: true },
  /** `GET /store/orders/cart/{cart_id}` */
  storeOfCart: { extraRelations: allOfTotals, alwaysObject: true },
  /** `GET /store/customers/me/orders` */
  own: {
    extraRelations: allOfTotals,
    alwaysObject: true,
    alwaysFields: ["tax_rate", "created_at"],
    alwaysRaw: true,
  },
};

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
