import { Type } from "typebox";
import { body, metadata, ok, optional, view } from "../../../http/routes.ts";
import { store, storeWithProviders } from "./store-graph.ts";

const currencyCode = Type.String({ minLength: 1, maxLength: 20 });
const linkTemplate = (what: string) =>
  Type.Unsafe<string | null>({
    type: ["string", "null"],
    maxLength: 2_000,
    description: `The address of ${what}; null clears it.`,
  });

export const storeChangesBody = body({
  name: optional(Type.String({ minLength: 1, maxLength: 255 })),
  swap_link_template: optional(linkTemplate("the page of a swap, with `{cart_id}`")),
  payment_link_template: optional(linkTemplate("the page to pay a draft order on, with `{cart_id}`")),
  invite_link_template: optional(linkTemplate("the page of an invitation, with `{invite_token}`")),
  default_currency_code: optional(currencyCode),
  currencies: optional(
    Type.Array(currencyCode, {
      maxItems: 500,
      description: "All currencies the shop sells in; replaces those it has.",
    }),
  ),
  default_sales_channel_id: optional(Type.String({ minLength: 1, maxLength: 255 })),
  metadata: optional(metadata),
});

export const settingsView = {
  entity: storeWithProviders,
  relations: ["currencies", "default_currency", "default_sales_channel"],
};

export const storeView = { entity: store, relations: ["currencies"] };

/** The response to a change of the default currency includes the currency. */
export const storeWithDefaultView = { entity: store, relations: ["currencies", "default_currency"] };

export const storeResponseSchema = ok({ store: view("store") });

export const settingsResponseSchema = ok({
  store: Type.Intersect([
    view("store"),
    Type.Object({
      payment_providers: Type.Array(view("payment_provider")),
      fulfillment_providers: Type.Array(view("fulfillment_provider")),
      feature_flags: Type.Array(Type.Object({ key: Type.String(), value: Type.Boolean() })),
      modules: Type.Array(Type.Object({ module: Type.String(), resolution: Type.String() })),
    }),
  ]),
});

/** Dashboards hide the features that are off. The list is fixed: it states what Tradewind supports. */
export const featureFlags = Object.entries({
  analytics: false,
  medusa_v2: false,
  order_editing: true,
  product_categories: true,
  publishable_api_keys: true,
  sales_channels: true,
  tax_inclusive_pricing: true,
  workflows: false,
}).map(([key, value]) => ({ key, value }));
