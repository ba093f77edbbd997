import { noQuery } from "../../../http/list-query.ts";
import { found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { inPriceLists, withProfile } from "../products/index.ts";
import { listedProducts } from "./list-products-schemas.ts";
import { unknownPriceList } from "./price-list.ts";
import {
  addedPricesBody,
  adminPriceList,
  deletedPrices,
  priceIdsBody,
  productIdsBody,
} from "./price-list-schemas.ts";
import { isPriceList } from "./price-lists-graph.ts";
import { withPricesOf, withVariants } from "./shown-price-list.ts";
import { addPrices } from "./use-cases/add-prices.ts";
import { deletePrices } from "./use-cases/delete-prices.ts";

const tags = ["Price Lists"];
const deletion = { tags, querystring: noQuery, response: deletedPrices };
const deleted = (ids: string[]) => ({ ids, object: "money-amount", deleted: true });

/** What is in a price list: prices, by variant and product. */
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
      // As in v1, where this operation adds a price even when it names one; updating the list changes prices.
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
        ...deletion,
        summary: "Delete prices of a price list",
        params: path("id"),
        body: priceIdsBody,
      },
    },
    async (request) => {
      const ids = request.body.price_ids;
      await deletePrices({ db }, request.params.id, { of: "prices", ids });
      return deleted(ids);
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
      const { page: read, context } = await listedProducts.readInContext(graph, request.query, {
        ...config,
        also: [{ kind: "custom", condition: inPriceLists, value: [id] }],
        context: isPriceList(id),
      });
      if (!context) throw unknownPriceList(id);
      const { rows, ...paging } = read;
      return { products: rows.map((product) => withProfile(withPricesOf(id, product))), ...paging };
    },
  );

  app.delete(
    "/admin/price-lists/:id/products/prices/batch",
    {
      schema: {
        ...deletion,
        summary: "Delete the prices of products in a price list",
        params: path("id"),
        body: productIdsBody,
      },
    },
    async (request) =>
      deleted(
        await deletePrices({ db }, request.params.id, { of: "products", ids: request.body.product_ids }),
      ),
  );

  app.delete(
    "/admin/price-lists/:id/products/:product_id/prices",
    {
      schema: {
        ...deletion,
        summary: "Delete the prices of a product in a price list",
        params: path("id", "product_id"),
      },
    },
    async ({ params }) =>
      deleted(await deletePrices({ db }, params.id, { of: "products", ids: [params.product_id] })),
  );

  app.delete(
    "/admin/price-lists/:id/variants/:variant_id/prices",
    {
      schema: {
        ...deletion,
        summary: "Delete the prices of a variant in a price list",
        params: path("id", "variant_id"),
      },
    },
    async ({ params }) =>
      deleted(await deletePrices({ db }, params.id, { of: "variants", ids: [params.variant_id] })),
  );
};
