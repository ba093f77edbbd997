import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { found, ok, path, type Routes, view } from "../../../http/routes.ts";
import { stockForAdmin, withStockShown } from "../../stock/inventory/index.ts";
import { checkedPriceFacts, variantPriceReads, withVariantPrices } from "../pricing/index.ts";
import { searchFilter } from "./product-variant-routes.ts";
import {
  adminVariant,
  adminVariants,
  inventoryOfVariant,
  variantsResponseSchema,
} from "./variant-schemas.ts";

const tags = ["Product Variants"];

interface VariantsQuery {
  q?: string;
  region_id?: string;
  currency_code?: string;
  cart_id?: string;
  customer_id?: string;
  expand?: string;
}

export const variantRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/admin/variants",
    {
      schema: {
        tags,
        summary: "List variants",
        querystring: adminVariants.querystring,
        response: variantsResponseSchema,
      },
    },
    async (request) => {
      const { q, region_id, currency_code, cart_id, customer_id, expand } = request.query as VariantsQuery;
      const priceQuery = { region_id, currency_code, cart_id, customerId: customer_id };
      const reads = variantPriceReads(priceQuery);
      const extras = [...reads.extras, stockForAdmin.ofVariants];
      const options = { maxLimit: config.maxLimit, also: searchFilter(q), ...reads, extras };
      const { page, context } = await adminVariants.readInContext(graph, request.query, options);
      const facts = checkedPriceFacts(context, priceQuery);
      return {
        variants: withVariantPrices(withStockShown(page.rows), {
          facts,
          audience: "admin-variant-list",
          expand,
        }),
        count: page.count,
      };
    },
  );

  app.get(
    "/admin/variants/:id",
    {
      schema: {
        tags,
        summary: "Get a variant",
        querystring: selectionQuery,
        params: path("id"),
        response: ok({ variant: view("priced_variant") }),
      },
    },
    async (request) => {
      const { id } = request.params;
      const extras = [stockForAdmin.ofVariants];
      const row = found(await graph.find(adminVariant, id, { ...request.query, extras }), "Variant", id);
      const { expand } = request.query;
      const shown = { facts: null, audience: "admin-product" as const, expand };
      return { variant: withVariantPrices(withStockShown([row]), shown)[0]! };
    },
  );

  app.get(
    "/admin/variants/:id/inventory",
    {
      schema: {
        tags,
        summary: "Get the inventory of a variant",
        querystring: noQuery,
        params: path("id"),
        response: ok({ variant: view("variant_inventory") }),
      },
    },
    async (request) => {
      const { id } = request.params;
      return { variant: found(await graph.find(inventoryOfVariant, id), "Variant", id) };
    },
  );
};
