import type { FastifyRequest } from "fastify";
import { requestKey } from "../../../http/document-cache/index.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { ok, page, path, type Routes } from "../../../http/routes.ts";
import type { StoreQuery } from "./storefront-filters-graph.ts";
import {
  hitsSchema,
  searchBody,
  singleItemQuery,
  storeProducts,
  storeVariant,
  storeVariants,
  variantListSchema,
} from "./storefront-schemas.ts";
import {
  findStoreProduct,
  findStoreVariant,
  listStoreProducts,
  listStoreVariants,
  pricesFor,
  type StorefrontRequest,
  storeProductDocuments,
} from "./use-cases/read-storefront.ts";
import { searchStoreProducts } from "./use-cases/search-storefront.ts";

const tags = ["Products"];

export const storefrontProductRoutes: Routes = (
  app,
  { documents, config, providers, catalogue: { db, graph } },
) => {
  const { maxLimit, unpublishedProducts } = config;
  const context = { db, graph, maxLimit, hidesUnpublished: unpublishedProducts === "hidden" };

  const storefrontRequest = async (request: FastifyRequest): Promise<StorefrontRequest> => {
    const query = request.query as StoreQuery;
    const { customerId } = await request.caller();
    const prices = await pricesFor(db, query, {
      customerId,
      isCacheOn: documents.isOn,
      rules: providers.rules,
    });
    return { query, key: keyOf(request), ...prices };
  };

  app.get(
    "/store/products",
    {
      config: { publishableKey: true },
      schema: {
        tags,
        summary: "List products",
        querystring: storeProducts.querystring,
        response: page("products", shown("StoreProduct", storeProducts.view)),
      },
    },
    async (request, reply) => {
      const sent = await storefrontRequest(request);
      return documents.answerPage(reply, {
        key: cacheKey(request, sent),
        ...storeProductDocuments(context, sent),
        make: () => listStoreProducts(context, sent),
      });
    },
  );

  app.get(
    "/store/products/:id",
    {
      config: { publishableKey: true },
      schema: {
        tags,
        summary: "Get a product",
        querystring: singleItemQuery,
        params: path("id"),
        response: ok({ product: shown("StoreProduct", storeProducts.view) }),
      },
    },
    async (request, reply) => {
      const sent = await storefrontRequest(request);
      return documents.answer(reply, {
        key: cacheKey(request, sent),
        isStored: true,
        make: () => findStoreProduct(context, sent, request.params.id),
      });
    },
  );

  app.post(
    "/store/products/search",
    {
      config: { idempotent: false, publishableKey: true },
      schema: {
        tags,
        summary: "Search products",
        querystring: noQuery,
        body: searchBody,
        response: hitsSchema,
      },
    },
    async (request) => ({
      hits: await searchStoreProducts(context, { ...request.body, key: keyOf(request) }),
    }),
  );

  app.get(
    "/store/variants",
    {
      config: { publishableKey: true },
      schema: {
        tags,
        summary: "List variants",
        querystring: storeVariants.querystring,
        response: variantListSchema,
      },
    },
    async (request, reply) => {
      const sent = await storefrontRequest(request);
      return documents.answer(reply, {
        // A filter by stock depends on the stock of all variants, also of those outside the page.
        key: sent.query.inventory_quantity === undefined ? cacheKey(request, sent) : null,
        make: () => listStoreVariants(context, sent),
      });
    },
  );

  app.get(
    "/store/variants/:id",
    {
      config: { publishableKey: true },
      schema: {
        tags,
        summary: "Get a variant",
        querystring: singleItemQuery,
        params: path("id"),
        response: ok({ variant: shown("StoreVariant", storeVariant, ["prices"]) }),
      },
    },
    async (request, reply) => {
      const sent = await storefrontRequest(request);
      return documents.answer(reply, {
        key: cacheKey(request, sent),
        isStored: true,
        make: () => findStoreVariant(context, sent, request.params.id),
      });
    },
  );
};

/** The query, the storefront's key, and what prices depend on. */
function cacheKey(request: FastifyRequest, { priceKey }: StorefrontRequest) {
  if (priceKey === null) return null;
  const { cart_id: _, ...query } = request.query as StoreQuery;
  return requestKey(request, query, keyOf(request), priceKey);
}

const keyOf = (request: FastifyRequest) => request.headers["x-publishable-api-key"];
