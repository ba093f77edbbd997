/**
 * Steps of the recorded conversations with v1 for which Tradewind is meant to answer differently, as `flow: step`, by the
 * section of docs/differences-from-v1.md that explains it.
 */
export const recordedDeviations: Readonly<Record<string, readonly string[]>> = {
  "Every refusal is JSON": ["transport-and-misc: unknown admin route"],
  "Internal errors of v1 are answers or refusals": [
    "cart-discount-types: remove on unknown cart",
    "cart-line-items: update on unknown cart",
    "cart-line-items: delete on unknown cart",
    "cart-update: unknown cart",
    "collections-list: negative limit",
    "complete-refused: unknown cart",
    "customer-groups-crud: get with unknown relation",
    "customer-groups-crud: get with unknown field",
    "discounts-list: unknown relation",
    "discounts-list: negative limit",
    "gift-cards-admin: balance above value",
    "gift-cards-admin: negative balance",
    "order-capture-and-refund: refund with unknown reason",
    "payment-sessions: select before any exist",
    "payment-sessions: create on unknown cart",
    "payment-sessions: select on unknown cart",
    "payment-sessions: update on unknown cart",
    "payment-sessions: delete on unknown cart",
    "payment-sessions: refresh on unknown cart",
    "products: sku taken",
    "shipping-methods: unknown cart",
    "shipping-methods: options of unknown cart",
    "taxes-rates: calculate taxes of unknown cart",
  ],
  "Bodies are JSON": ["transport-and-misc: large body"],
  "Idempotency keys count on every POST": [
    "complete-idempotency: own key",
    "complete-idempotency: same own key again",
  ],
  "Lists of names are taken in every form": ["batch-jobs: id as bare text"],
  "An empty expand shows no relations": ["customers-admin: get with empty expand"],
  "Filters of the contract work": [
    "currencies: filter tax inclusive ones",
    "currencies: not among the exclusive ones",
    "customer-groups-crud: list one by id",
    "customer-groups-crud: list by id array",
  ],
  Tokens: ["admin-session: API token as bearer"],
  "Batch imports keep good rows": [
    "order-export-and-price-import: import ends",
    "product-import: prepared",
    "product-import: confirm",
    "product-import: finished",
    "product-import: update finished",
    "product-import: bad job fails",
    "product-import: cancel a failed job",
  ],
  "A completed cart does not change": ["complete-order: region of a completed cart is fixed"],
  "Stock is what is on the shelf": [
    "order-cancel: cancel again",
    "order-cancel: stock is back",
    "order-cancel: storefront view",
    "order-edits: confirm",
    "order-edits: confirm again",
    "order-edits: order after the edit",
  ],
  "Currencies are listed without credentials": ["currencies: filter by code without credentials"],
};

/** Steps for which another answer would be right as well, but Tradewind gives that of v1. */
export const answeredAsRecorded: readonly string[] = [
  "draft-orders: pay twice",
  "order-swaps: swap of unknown item",
  "store-account: logout without session",
];

/** Differences that no recording has and no random request meets, by their section, with words that it must contain. */
export const otherDifferences: Readonly<Record<string, RegExp>> = {
  "Address books belong to the customer": /never change an address that a customer has saved/,
  "Emails are in lower case": /stored and shown in lower case/,
  "Swaps of a part of a line": /share of the line's discount/,
  "Draft orders": /price that an administrator has set for a line stays/,
  "Files of batch jobs": /price of a region is written in the column of the region/,
  "Swaps, claims and returns":
    /return without items is refused.*Pieces of an open return or swap cannot be used/,
  "Gift cards do not come back": /disable the gift card and refund the order/,
  "Order edits": /`status` follows from all dates of an edit.*declined/,
  "Carts and orders do not show their customer's other data": /`expand=customer\.groups`/,
  "Totals of swaps without automatic taxes": /`tax_total`/,
  "A refusal for lack of stock has a code": /`insufficient_inventory` on every route/,
  "A field of a relation selects the relation": /`fields=id,customer\.email`/,
};
