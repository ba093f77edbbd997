import { noQuery } from "../../../http/list-query.ts";
import { found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { inPriceLists, withProfile } from "../products/index.ts";
import { addPrices, deletePrices } from "./list-price-changes.ts";
import { priceListNotFound } from "./price-list.ts";
import { withPricesOfList, withVariants } from "./price-list-response.ts";
import {
  addedPricesBody,
  adminPriceList,
  deletedPrices,
  listedProducts,
  priceIdsBody,
  productIdsBody,
} from "./price-list-schemas.ts";
import { isPriceList } from "./price-lists-graph.ts";

const tags = ["Price Lists"];
const deletionRoute = { tags, querystring: noQuery, response: deletedPrices };
const deletedResponse = (ids: string[]) => ({ ids, object: "money-amount", deleted: true });

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
        response: ok({ price_list: view("price_list") }),
      },
    },
    async (request) => {
      const { id } = request.params;
      const { prices, override } = request.body;
      // As in v1 this operation always adds prices and ignores their ids.
      const added = prices.map(({ id: _, ...price }) => price);
      await addPrices({ db }, { listId: id, prices: added, override });
      return {
        price_list: withVariants(
          found(await graph.find(adminPriceList, id, request.query), "Price list", id),
        ),
      };
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
      return deletedResponse(ids);
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
        response: page("products", "listed_product"),
      },
    },
    async (request) => {
      const { id } = request.params;
      const { page: products, context } = await listedProducts.readInContext(graph, request.query, {
        ...config,
        also: [{ kind: "custom", condition: inPriceLists, value: [id] }],
        context: isPriceList(id),
      });
      if (!context) throw priceListNotFound(id);
      const { rows, ...paging } = products;
      return { products: rows.map((product) => withProfile(withPricesOfList(id, product))), ...paging };
    },
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
      deletedResponse(
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
      deletedResponse(await deletePrices({ db }, params.id, { of: "products", ids: [params.product_id] })),
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
      deletedResponse(await deletePrices({ db }, params.id, { of: "variants", ids: [params.variant_id] })),
  );
};
