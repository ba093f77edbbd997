import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { ok, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { deletedPrices } from "../v1-shapes.ts";
import { addPrices, deletePrices } from "./price-list-changes.ts";
import {
  addedPricesBody,
  deletedPricesSchema,
  listedProducts,
  listProductsOfPriceList,
  priceIdsBody,
  productIdsBody,
} from "./price-list-schemas.ts";
import { adminPriceList, findPriceList } from "./price-lists-graph.ts";

const tags = ["Price Lists"];
const deletionRoute = { tags, querystring: noQuery, response: deletedPricesSchema };

/** The prices of a price list, by variant and product. */
export const listPricesRoutes: Routes = (app, { config, db, graph }) => {
  app.post(
    "/admin/price-lists/:id/prices/batch",
    {
      schema: {
        tags,
        querystring: selectionFrom(adminPriceList),
        summary: "Add prices to a price list",
        params: path("id"),
        body: addedPricesBody,
        response: ok({ price_list: shown("AdminPriceList", adminPriceList) }),
      },
    },
    async (request) => {
      const { id } = request.params;
      await addPrices({ db }, { listId: id, ...request.body });
      return { price_list: await findPriceList(graph, id, request.query) };
    },
  );

  app.delete(
    "/admin/price-lists/:id/prices/batch",
    {
      schema: {
        ...deletionRoute,
        summary: "Delete prices of a price list",
        params: path("id"),
        body: priceIdsBody,
      },
    },
    async (request) => {
      const ids = request.body.price_ids;
      await deletePrices({ db }, request.params.id, { of: "prices", ids });
      return deletedPrices(ids);
    },
  );

  app.get(
    "/admin/price-lists/:id/products",
    {
      schema: {
        tags,
        summary: "List the products of a price list",
        params: path("id"),
        querystring: listedProducts.querystring,
        response: page("products", shown("AdminPriceListProduct", listedProducts.view)),
      },
    },
    (request) =>
      listProductsOfPriceList({ graph, config }, { listId: request.params.id, query: request.query }),
  );

  app.delete(
    "/admin/price-lists/:id/products/prices/batch",
    {
      schema: {
        ...deletionRoute,
        summary: "Delete the prices of products in a price list",
        params: path("id"),
        body: productIdsBody,
      },
    },
    async (request) =>
      deletedPrices(
        await deletePrices({ db }, request.params.id, { of: "products", ids: request.body.product_ids }),
      ),
  );

  app.delete(
    "/admin/price-lists/:id/products/:product_id/prices",
    {
      schema: {
        ...deletionRoute,
        summary: "Delete the prices of a product in a price list",
        params: path("id", "product_id"),
      },
    },
    async ({ params }) =>
      deletedPrices(await deletePrices({ db }, params.id, { of: "products", ids: [params.product_id] })),
  );

  app.delete(
    "/admin/price-lists/:id/variants/:variant_id/prices",
    {
      schema: {
        ...deletionRoute,
        summary: "Delete the prices of a variant in a price list",
        params: path("id", "variant_id"),
      },
    },
    async ({ params }) =>
      deletedPrices(await deletePrices({ db }, params.id, { of: "variants", ids: [params.variant_id] })),
  );
};
