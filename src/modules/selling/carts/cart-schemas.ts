import { Type } from "typebox";
import { type View, viewOf } from "../../../graph/selection.ts";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { body, email, metadata, nullableText, ok, optional, text } from "../../../http/routes.ts";
import { addressTexts } from "../../../kernel/address.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { relationsOfCartWithCustomer, relationsOfRefreshedCart } from "../v1-shapes.ts";
import type { SentAddress } from "./cart-addresses.ts";
import { cart } from "./carts-graph.ts";

const MAX_LINES = 500;
const MAX_CODES = 50;

const cartItem = body({
  variant_id: text,
  quantity: Type.Integer({ maximum: MAX_AMOUNT, minimum: 0 }),
  ...fieldsOfNewRow("line_item"),
});

const context = Type.Record(Type.String(), Type.Unknown(), { description: "Data of the storefront." });

export const newCartBody = Type.Optional(
  body({
    region_id: optional(text),
    country_code: optional(text),
    sales_channel_id: optional(text),
    items: optional(Type.Array(cartItem, { maxItems: MAX_LINES })),
    context: optional(context),
    ...fieldsOfNewRow("cart"),
  }),
);

/** An address, the id of one, or null for none. */
export const addressBody = Type.Unsafe<SentAddress | string | null>({
  type: ["object", "string", "null"],
  properties: { ...Object.fromEntries(addressTexts.map((name) => [name, nullableText])), metadata },
  additionalProperties: false,
  description: "An address, the id of one of the customer's addresses, or null for none.",
});

export const codesBody = Type.Array(Type.Object({ code: text }, { additionalProperties: false }), {
  maxItems: MAX_CODES,
});

export const cartChangesBody = body({
  region_id: optional(text),
  country_code: optional(text),
  email: optional(email),
  sales_channel_id: optional(text),
  billing_address: optional(addressBody),
  shipping_address: optional(addressBody),
  gift_cards: optional(Type.Unsafe<{ code: string }[] | null>({ ...codesBody, type: ["array", "null"] })),
  discounts: optional(codesBody),
  customer_id: optional(text),
  context: optional(context),
  ...fieldsOfRow("cart"),
});

export const newLineBody = body({
  variant_id: text,
  quantity: Type.Integer({ maximum: MAX_AMOUNT, minimum: 0 }),
  metadata: optional(metadata),
  ...fieldsOfNewRow("line_item"),
});

export const lineChangesBody = body({
  quantity: Type.Integer({ maximum: MAX_AMOUNT, minimum: 0, description: "0 removes the line." }),
  metadata: optional(metadata),
  ...fieldsOfRow("line_item"),
});

const providerData = Type.Record(Type.String(), Type.Unknown());

export const sessionChoiceBody = body({ provider_id: text });
export const sessionDataBody = body({ data: providerData });
export const shippingChoiceBody = body({ option_id: text, data: optional(providerData) });

/** The totals depend on these relations, so every selection includes them. */
const forTotals = [
  "items",
  "items.adjustments",
  "items.variant",
  "items.variant.product",
  "items.variant.product.profiles",
  "discounts",
  "discounts.rule",
  "gift_cards",
  "region",
  "region.tax_rates",
  "shipping_address",
  "shipping_methods",
];

const byDefault = [
  ...forTotals,
  "region.countries",
  "region.payment_providers",
  "payment",
  "payment_sessions",
  "billing_address",
  "shipping_methods.shipping_option",
  "sales_channel",
];

// Everyone with the id of a cart may see the customer of it; other data of the customer needs a login.
const forEveryCaller = [
  ...byDefault,
  "items.variant.options",
  "items.variant.options.option",
  "items.variant.prices",
  "items.variant.product.collection",
  "items.variant.product.images",
  "items.variant.product.options",
  "items.variant.product.tags",
  "items.variant.product.type",
  "items.variant.product.variants",
  "items.adjustments.discount",
  "discounts.regions",
  "discounts.regions.countries",
  "discounts.rule.conditions",
  "gift_cards.region",
  "region.fulfillment_providers",
  "region.tax_provider",
  "items.tax_lines",
  "shipping_methods.shipping_option.profile",
  "shipping_methods.shipping_option.provider",
  "shipping_methods.shipping_option.region",
  "shipping_methods.shipping_option.requirements",
  "shipping_methods.tax_lines",
  "region.currency",
  "shipping_address.country",
  "billing_address.country",
  "customer",
];
const forOwners = [
  ...forEveryCaller,
  "customer.groups",
  "customer.billing_address",
  "customer.shipping_addresses",
  "customer.orders",
];

export type CartView = View<typeof cart>;

export const storeCart = viewOf({ entity: cart, relations: byDefault, allowedRelations: forEveryCaller });
export const ownCart = viewOf({ ...storeCart, allowedRelations: forOwners });
export const cartWithCustomer = viewOf({
  entity: cart,
  relations: [...byDefault, ...relationsOfCartWithCustomer],
});
export const taxedCart = viewOf({ entity: cart, relations: forTotals });
export const refreshedCart = viewOf({
  entity: cart,
  relations: [...forTotals, ...relationsOfRefreshedCart],
});

/** The tax lines that were calculated, and the payment session that is selected. */
export const relationsAddedToCarts = ["items.tax_lines", "shipping_methods.tax_lines", "payment_session"];

const withCustomer = shown("StoreCartWithCustomer", cartWithCustomer, relationsAddedToCarts);
export const cartAnswer = ok({ cart: shown("StoreCart", storeCart, relationsAddedToCarts) });
export const cartAnswers = {
  withCustomer: ok({ cart: withCustomer }),
  prepared: ok({ cart: withCustomer, data: withCustomer }),
  taxed: ok({ cart: shown("StoreTaxedCart", taxedCart, relationsAddedToCarts) }),
  refreshed: ok({ cart: shown("StoreRefreshedCart", refreshedCart, relationsAddedToCarts) }),
};

/** Views that the cache can answer: see `cache/cart-sections-graph.ts`. */
export const hasAllSections = (requested: View): boolean =>
  requested === storeCart || requested === ownCart || requested === cartWithCustomer;

/** Adds the relations that the totals depend on. */
export const expandOf = (expand: string | undefined): string | undefined =>
  expand === undefined ? undefined : [expand, ...forTotals].join(",");
