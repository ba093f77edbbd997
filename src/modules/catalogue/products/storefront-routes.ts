import type { FastifyRequest } from "fastify";
import type { Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import { noQuery } from "../../../http/list-query.ts";
import { responseKey } from "../../../http/response-cache.ts";
import { found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { salesChannelsOfKey } from "../../shop/publishable-keys/index.ts";
import { stockForVisitors, withStockShown } from "../../stock/inventory/index.ts";
import { stockVersionOfProducts, stockVersionOfVariants, stockVersions } from "../catalogue-state/index.ts";
import {
  asRowExtras,
  checkedPriceFacts,
  findRegionOfCart,
  type PriceQuery,
  priceFactsOf,
  variantPriceReads,
  withVariantPrices,
} from "../pricing/index.ts";
import {
  channelsInScope,
  checkSoldInChannels,
  type StoreQuery,
  soldInChannels,
  splitIds,
  storefrontFilters,
} from "./storefront-filters-graph.ts";
import { type ProductRow, priceViewFor } from "./storefront-prices-graph.ts";
import {
  hitsSchema,
  searchBody,
  searchHit,
  singleItemQuery,
  storeProducts,
  storeVariant,
  storeVariants,
  variantListSchema,
} from "./storefront-schemas.ts";
import { withChannelsShown, withProfileId } from "./storefront-view.ts";
import { findProducts } from "./use-cases/find-products.ts";

const tags = ["Products"];

export const storefrontProductRoutes: Routes = (app, { responseCache, config, catalogue: { db, graph } }) => {
  const keyChannels = (request: FastifyRequest) => salesChannelsOfKey({ db }, keyOf(request));

  /** Replaces the cart of an anonymous visitor by its region: then all visitors of the region share a cached response. */
  const priceQueryOf = async (request: FastifyRequest): Promise<PriceQuery> => {
    const { region_id, currency_code, cart_id } = request.query as PriceQuery;
    const { customerId } = await request.caller();
    if (cart_id === undefined) return { region_id, currency_code, customerId };
    const regionOfCart = customerId === null ? await findRegionOfCart(db, cart_id) : null;
    if (regionOfCart === null) return { currency_code, cart_id, customerId };
    return { region_id: regionOfCart, currency_code, customerId };
  };

  app.get(
    "/store/products",
    {
      schema: {
        tags,
        summary: "List products",
        querystring: storeProducts.querystring,
        response: page("products", "priced_product"),
      },
    },
    async (request, reply) => {
      const query = request.query as StoreQuery;
      const priceQuery = await priceQueryOf(request);
      const make = async () => {
        const ofKey = await keyChannels(request);
        const channels = channelsInScope(ofKey, channelList(query.sales_channel_id));
        const prices = priceViewFor(query.expand, priceQuery);
        const { page: read, context } = await prices.list.readInContext(
          graph,
          ofKey ? withChannelsShown(query) : query,
          {
            maxLimit: config.maxLimit,
            also: storefrontFilters(query, { channels, hasKey: hasKey(request) }),
            extras: [...prices.reads.extras, stockForVisitors(channels).ofProducts, stockVersionOfProducts],
            context: prices.reads.context,
          },
        );
        const { rows, ...paging } = read;
        const shown = prices.shown(
          withStockShown<ProductRow>(rows),
          checkedPriceFacts(context, prices.priceQuery),
        );
        const products = shown.map((product) => withProfileId(product, query));
        return { answer: { products, ...paging }, ...stockVersions(rows) };
      };
      return responseCache.answer(reply, { key: visitorCacheKey(request, priceQuery), make });
    },
  );

  app.get(
    "/store/products/:id",
    {
      schema: {
        tags,
        summary: "Get a product",
        querystring: singleItemQuery,
        params: path("id"),
        response: ok({ product: view("priced_product") }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const priceQuery = await priceQueryOf(request);
      const make = async () => {
        const channels = await keyChannels(request);
        const stock = stockForVisitors(
          channelsInScope(channels, channelList(request.query.sales_channel_id)),
        );
        const prices = priceViewFor(request.query.expand, priceQuery);
        const sold = soldInChannels(channels, "id");
        const extras = [...asRowExtras(prices.reads), ...sold, stock.ofProducts, stockVersionOfProducts];
        const row = found(await graph.find(prices.one, id, { ...request.query, extras }), "Product", id);
        checkSoldInChannels(row, "Product");
        const [product] = prices.shown(
          withStockShown<ProductRow>([row]),
          priceFactsOf(row, prices.priceQuery),
        );
        return { answer: { product: withProfileId(product!, request.query) }, ...stockVersions([row]) };
      };
      return responseCache.answer(reply, { key: visitorCacheKey(request, priceQuery), make });
    },
  );

  app.post(
    "/store/products/search",
    {
      config: { idempotent: false },
      schema: {
        tags,
        summary: "Search products",
        querystring: noQuery,
        body: searchBody,
        response: hitsSchema,
      },
    },
    async (request) => {
      const { q = "", offset = 0, limit = 20 } = request.body;
      const channels = await keyChannels(request);
      const everywhere = channels === null && hasKey(request);
      const ids = await findProducts({ db }, { text: q, channels, everywhere, limit, offset });
      return { hits: await hitsInOrder(graph, ids) };
    },
  );

  app.get(
    "/store/variants",
    {
      schema: {
        tags,
        summary: "List variants",
        querystring: storeVariants.querystring,
        response: variantListSchema,
      },
    },
    async (request, reply) => {
      const query = request.query as StoreQuery;
      const priceQuery = await priceQueryOf(request);
      const make = async () => {
        const channels = channelsInScope(await keyChannels(request), channelList(query.sales_channel_id));
        const also: Filter[] = query.ids ? [{ kind: "in", column: "id", values: query.ids.split(",") }] : [];
        const reads = variantPriceReads(priceQuery);
        const { page: read, context } = await storeVariants.readInContext(graph, query, {
          maxLimit: config.maxLimit,
          also,
          extras: [...reads.extras, stockForVisitors(channels).ofVariants, stockVersionOfVariants],
          context: reads.context,
        });
        const facts = checkedPriceFacts(context, priceQuery);
        // As in v1, this list never contains prices that do not apply.
        const variants = withVariantPrices(withStockShown(read.rows), {
          facts,
          audience: "storefront",
          expand: "",
        });
        return { answer: { variants }, ...stockVersions(read.rows) };
      };
      // A filter by stock depends on the stock of all variants, also of those outside the page.
      const isByStock = query.inventory_quantity !== undefined;
      return responseCache.answer(reply, {
        key: isByStock ? null : visitorCacheKey(request, priceQuery),
        make,
      });
    },
  );

  app.get(
    "/store/variants/:id",
    {
      schema: {
        tags,
        summary: "Get a variant",
        querystring: singleItemQuery,
        params: path("id"),
        response: ok({ variant: view("priced_variant") }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const priceQuery = await priceQueryOf(request);
      const make = async () => {
        const channels = await keyChannels(request);
        const stock = stockForVisitors(
          channelsInScope(channels, channelList(request.query.sales_channel_id)),
        );
        const sold = soldInChannels(channels, "product_id");
        const extras = [
          ...asRowExtras(variantPriceReads(priceQuery)),
          ...sold,
          stock.ofVariants,
          stockVersionOfVariants,
        ];
        const row = found(await graph.find(storeVariant, id, { ...request.query, extras }), "Variant", id);
        checkSoldInChannels(row, "Variant");
        const facts = priceFactsOf(row, priceQuery);
        const { expand } = request.query;
        const [variant] = withVariantPrices(withStockShown([row]), {
          facts,
          audience: "storefront",
          expand,
        });
        return { answer: { variant }, ...stockVersions([row]) };
      };
      return responseCache.answer(reply, { key: visitorCacheKey(request, priceQuery), make });
    },
  );
};

/**
 * The cache key of a visitor's response: the query, the storefront's key, and the region of the cart. Null (not cached) for
 * customers, who may have prices of their own, and for carts without a region.
 */
function visitorCacheKey(request: FastifyRequest, { region_id, cart_id, customerId }: PriceQuery) {
  if (customerId || cart_id) return null;
  const { cart_id: _, ...query } = request.query as StoreQuery;
  return responseKey(request, query, keyOf(request), region_id);
}

const keyOf = (request: FastifyRequest) => request.headers["x-publishable-api-key"];

const hasKey = (request: FastifyRequest) => Boolean(keyOf(request));

const channelList = (channels: string | string[] | undefined) =>
  channels === undefined ? undefined : splitIds(channels);

/** The products in the order of the search result. */
async function hitsInOrder(graph: Graph, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await graph.rows(searchHit, {
    limit: ids.length,
    offset: 0,
    filters: [{ kind: "in", column: "id", values: ids }],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
