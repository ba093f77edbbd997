import {
  boolean,
  computed,
  entity,
  integer,
  json,
  many,
  number,
  one,
  oneOf,
  rowColumns,
  softDeletedColumns,
  text,
  through,
  timestamp,
} from "../../../graph/entity.ts";

export const shippingOption = entity({
  name: "shipping_option",
  isReferenceData: true,
  description:
    "A service of a carrier for a region, with its price. It ships goods to customers, or returns from them.",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    region_id: text.required,
    profile_id: text.required,
    provider_id: text.required,
    price_type: oneOf("flat_rate", "calculated").required,
    amount: integer.nullable,
    is_return: boolean.required,
    admin_only: boolean.required,
    data: json.required,
    metadata: json.nullable,
    includes_tax: boolean.required,
  },
  relations: {
    region: one("region", "region_id"),
    profile: one("shipping_profile", "profile_id"),
    provider: one("fulfillment_provider", "provider_id", { nullable: false }),
    requirements: many("shipping_option_requirement", "shipping_option_id"),
  },
});

const shippingOptionRequirement = entity({
  name: "shipping_option_requirement",
  isReferenceData: true,
  description: "The minimum or maximum subtotal of carts for which the option can be chosen.",
  columns: {
    id: text.required,
    shipping_option_id: text.required,
    type: oneOf("min_subtotal", "max_subtotal").required,
    amount: integer.required,
    deleted_at: timestamp.nullable,
  },
  relations: {
    shipping_option: one("shipping_option", "shipping_option_id", { nullable: false }),
  },
});

export const shippingProfile = entity({
  name: "shipping_profile",
  isReferenceData: true,
  description: "Products with the same shipping options.",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    type: oneOf("default", "gift_card", "custom").required,
    metadata: json.nullable,
  },
  relations: {
    products: through("product", "product_shipping_profile", "profile_id", "product_id"),
    shipping_options: many("shipping_option", "profile_id"),
  },
});

const customShippingOption = entity({
  name: "custom_shipping_option",
  columns: {
    ...softDeletedColumns,
    price: integer.required,
    shipping_option_id: text.required,
    cart_id: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    shipping_option: one("shipping_option", "shipping_option_id", { nullable: false }),
    cart: one("cart", "cart_id"),
  },
});

const shippingMethod = entity({
  name: "shipping_method",
  columns: {
    id: text.required,
    shipping_option_id: text.required,
    order_id: text.nullable,
    claim_order_id: text.nullable,
    cart_id: text.nullable,
    swap_id: text.nullable,
    return_id: text.nullable,
    price: integer.required,
    data: json.required,
    includes_tax: boolean.required,
    ...computed("subtotal", "tax_total", "total", "original_tax_total", "original_total"),
  },
  relations: {
    order: one("order", "order_id"),
    claim_order: one("claim_order", "claim_order_id"),
    cart: one("cart", "cart_id"),
    swap: one("swap", "swap_id"),
    return_order: one("return", "return_id"),
    shipping_option: one("shipping_option", "shipping_option_id", { nullable: false, isReferenceData: true }),
    tax_lines: many("shipping_method_tax_line", "shipping_method_id"),
  },
});

const shippingMethodTaxLine = entity({
  name: "shipping_method_tax_line",
  optional: ["id", "created_at", "updated_at", "metadata"],
  columns: {
    ...rowColumns,
    rate: number.required,
    name: text.required,
    code: text.nullable,
    metadata: json.nullable,
    shipping_method_id: text.required,
  },
  relations: {
    shipping_method: one("shipping_method", "shipping_method_id", { nullable: false }),
  },
});

const fulfillmentProvider = entity({
  name: "fulfillment_provider",
  isReferenceData: true,
  columns: {
    id: text.required,
    is_installed: boolean.required,
  },
});

export const shippingEntities = [
  shippingOption,
  shippingOptionRequirement,
  shippingProfile,
  customShippingOption,
  shippingMethod,
  shippingMethodTaxLine,
  fulfillmentProvider,
];
