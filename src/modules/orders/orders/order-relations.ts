/**
 * What v1 reads in order to compute totals. It comes along with the relation it belongs to: whoever asks for `items`
 * also gets their taxes and discounts.
 */
export const forTotals = [
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

/** Where totals are asked for by name, v1 also shows the products, and the gift cards that were paid with. */
export const forNamedTotals = [
  ...forTotals,
  "items.variant.product",
  "items.variant.product.profiles",
  "gift_card_transactions.gift_card",
];

/** Lines that can be sent back are shown as lines are. */
export const alsoReturnable = (paths: readonly string[]): string[] => [
  ...paths,
  ...paths.filter((path) => path.startsWith("items.")).map((path) => `returnable_${path}`),
];

/** `items.variant` -> `items` */
const topOf = (path: string) => path.split(".", 1)[0]!;

export const topsOf = (paths: readonly string[]): ReadonlySet<string> => new Set(paths.map(topOf));

export const within = (paths: readonly string[], tops: Iterable<string>): string[] => {
  const wanted = new Set(tops);
  return paths.filter((path) => wanted.has(topOf(path)));
};
