import { Type } from "typebox";
import type { Graph } from "../../../graph/graph.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { body, metadata, ok, optional, view } from "../../../http/routes.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { relationsOfStore } from "../v1-shapes.ts";
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

const settingsView = {
  entity: storeWithProviders,
  relations: ["currencies", "default_currency", "default_sales_channel"],
};

export const storeView = { entity: store, relations: relationsOfStore.usual };
const storeWithDefaultView = { entity: store, relations: relationsOfStore.withNewDefault };

export const storeViewAfter = (changes: { default_currency_code?: string }) =>
  changes.default_currency_code ? storeWithDefaultView : storeView;

export const storeResponseSchema = ok({ store: shown("AdminStore", storeView) });

export const settingsResponseSchema = ok({
  store: Type.Intersect([
    shown("AdminStoreSettings", settingsView),
    Type.Object({
      payment_providers: Type.Array(view("payment_provider")),
      fulfillment_providers: Type.Array(view("fulfillment_provider")),
      feature_flags: Type.Array(Type.Object({ key: Type.String(), value: Type.Boolean() })),
      modules: Type.Array(Type.Object({ module: Type.String(), resolution: Type.String() })),
    }),
  ]),
});

/** Dashboards hide the features that are off. The list is fixed: it states what Tradewind supports. */
const featureFlags = Object.entries({
  analytics: false,
  medusa_v2: false,
  order_editing: true,
  product_categories: true,
  publishable_api_keys: true,
  sales_channels: true,
  tax_inclusive_pricing: true,
  workflows: false,
}).map(([key, value]) => ({ key, value }));

/** The store with its providers and the features. */
export async function findSettings(graph: Graph) {
  const [store] = await graph.rows(settingsView, { order: "created_at", limit: 1, offset: 0 });
  if (!store) throw new Refusal("not_found", "Store does not exist");
  return { ...store, feature_flags: featureFlags };
}
