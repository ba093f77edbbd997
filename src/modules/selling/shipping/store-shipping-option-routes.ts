import type { Filter } from "../../../graph/filter.ts";
import type { Routes } from "../../../http/routes.ts";
import { forAnyProduct, offeredToCustomers } from "./priced-option-graph.ts";
import { storeOptions, storeOptionsAnswer, storeOptionsQuery } from "./shipping-option-schemas.ts";
import { withPrice } from "./shipping-price.ts";

interface Asked {
  region_id?: string;
  product_ids?: string;
  is_return?: boolean;
}

/** An empty `region_id` or `product_ids` asks for nothing in particular. */
function filtersOf({ region_id, product_ids, is_return }: Asked): Filter[] {
  const filters: Filter[] = [{ kind: "custom", condition: offeredToCustomers, value: false }];
  if (region_id) filters.push({ kind: "equals", column: "region_id", value: region_id });
  if (is_return !== undefined) filters.push({ kind: "equals", column: "is_return", value: is_return });
  if (product_ids) {
    filters.push({ kind: "custom", condition: forAnyProduct, value: product_ids.split(",") });
  }
  return filters;
}

/** What customers see of the shipping options, before they have a cart. */
export const storeShippingOptionRoutes: Routes = (app, { config, catalogue: { graph } }) => {
  app.get(
    "/store/shipping-options",
    {
      schema: {
        tags: ["Shipping Options"],
        summary: "List shipping options with their prices",
        querystring: storeOptionsQuery,
        response: storeOptionsAnswer,
      },
    },
    async (request) => {
      const all = { order: "created_at", limit: config.maxLimit, offset: 0 };
      const rows = await graph.rows(storeOptions, { ...all, filters: filtersOf(request.query) });
      return { shipping_options: rows.map(withPrice) };
    },
  );
};
