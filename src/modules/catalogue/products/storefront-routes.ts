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
  type AskedPrices,
  checked,
  factsOf,
  findRegionOfCart,
  inOneRow,
  variantPriceReads,
  withVariantPrices,
} from "../pricing/index.ts";
import { checkSoldHere, soldHere } from "./sold-here-graph.ts";
import { apart, narrowed, type StoreQuery } from "./storefront-filters-graph.ts";
import { type ProductRow, pricesBy } from "./storefront-prices-graph.ts";
import {
  hits,
  oneQuery,
  searchBody,
  searchHit,
  storeProducts,
  storeVariant,
  storeVariants,
  variantList,
} from "./storefront-schemas.ts";
import { channelsInScope } from "./storefront-scope.ts";
import { withChannelsShown, withProfileId } from "./storefront-view.ts";
import { findProducts } from "./use-cases/find-products.ts";

const tags = ["Products"];

export const storefrontProductRoutes: Routes = (app, { responseCache, config, catalogue: { db, graph } }) => {
  const keyChannels = (request: FastifyRequest) => salesChannelsOfKey({ db }, keyOf(request));

  /** A cart stands for its region, where that is known; then all who are there see the same. */
  const askedPrices = async (request: FastifyRequest): Promise<AskedPrices> => {
    const { region_id, currency_code, cart_id } = request.query as AskedPrices;
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
      const asked = await askedPrices(request);
      const make = async () => {
        const ofKey = await keyChannels(request);
        const channels = channelsInScope(ofKey, listed(query.sales_channel_id));
        const prices = pricesBy(query.expand, asked);
        const { page: read, context } = await prices.list.readInContext(
          graph,
          ofKey ? withChannelsShown(query) : query,
          {
            maxLimit: config.maxLimit,
            also: narrowed(query, { channels, hasKey: hasKey(request) }),
            extras: [...prices.reads.extras, stockForVisitors(channels).ofProducts, stockVersionOfProducts],
            context: prices.reads.context,
          },
        );
        const { rows, ...paging } = read;
        const shown = prices.shown(withStockShown<ProductRow>(rows), checked(context, prices.asked));
        const products = shown.map((product) => withProfileId(product, query));
        return { answer: { products, ...paging }, ...stockVersions(rows) };
      };
      return responseCache.answer(reply, { key: visitorsKey(request, asked), make });
    },
  );

  app.get(
    "/store/products/:id",
    {
      schema: {
        tags,
        summary: "Get a product",
        querystring: oneQuery,
        params: path("id"),
        response: ok({ product: view("priced_product") }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const asked = await askedPrices(request);
      const make = async () => {
        const channels = await keyChannels(request);
        const stock = stockForVisitors(channelsInScope(channels, listed(request.query.sales_channel_id)));
        const prices = pricesBy(request.query.expand, asked);
        const sold = soldHere(channels, "id");
        const extras = [...inOneRow(prices.reads), ...sold, stock.ofProducts, stockVersionOfProducts];
        const row = found(await graph.find(prices.one, id, { ...request.query, extras }), "Product", id);
        checkSoldHere(row, "Product");
        const [product] = prices.shown(withStockShown<ProductRow>([row]), factsOf(row, prices.asked));
        return { answer: { product: withProfileId(product!, request.query) }, ...stockVersions([row]) };
      };
      return responseCache.answer(reply, { key: visitorsKey(request, asked), make });
    },
  );

  app.post(
    "/store/products/search",
    {
      config: { idempotent: false },
      schema: { tags, summary: "Search products", querystring: noQuery, body: searchBody, response: hits },
    },
    async (request) => {
      const { q = "", offset = 0, limit = 20 } = request.body;
      const channels = await keyChannels(request);
      const everywhere = channels === null && hasKey(request);
      const ids = await findProducts({ db }, { text: q, channels, everywhere, limit, offset });
      return { hits: await inOrder(graph, ids) };
    },
  );

  app.get(
    "/store/variants",
    {
      schema: {
        tags,
        summary: "List variants",
        querystring: storeVariants.querystring,
        response: variantList,
      },
    },
    async (request, reply) => {
      const query = request.query as StoreQuery;
      const asked = await askedPrices(request);
      const make = async () => {
        const channels = channelsInScope(await keyChannels(request), listed(query.sales_channel_id));
        const also: Filter[] = query.ids ? [{ kind: "in", column: "id", values: query.ids.split(",") }] : [];
        const reads = variantPriceReads(asked);
        const { page: read, context } = await storeVariants.readInContext(graph, query, {
          maxLimit: config.maxLimit,
          also,
          extras: [...reads.extras, stockForVisitors(channels).ofVariants, stockVersionOfVariants],
          context: reads.context,
        });
        const facts = checked(context, asked);
        // As in v1, prices that do not count are not part of this list, whatever is asked for.
        const variants = withVariantPrices(withStockShown(read.rows), {
          facts,
          audience: "visitor",
          expand: "",
        });
        return { answer: { variants }, ...stockVersions(read.rows) };
      };
      // Which variants are in a list by stock depends on the stock of all of them, also of those it does not show.
      const isByStock = query.inventory_quantity !== undefined;
      return responseCache.answer(reply, { key: isByStock ? null : visitorsKey(request, asked), make });
    },
  );

  app.get(
    "/store/variants/:id",
    {
      schema: {
        tags,
        summary: "Get a variant",
        querystring: oneQuery,
        params: path("id"),
        response: ok({ variant: view("priced_variant") }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const asked = await askedPrices(request);
      const make = async () => {
        const channels = await keyChannels(request);
        const stock = stockForVisitors(channelsInScope(channels, listed(request.query.sales_channel_id)));
        const sold = soldHere(channels, "product_id");
        const extras = [
          ...inOneRow(variantPriceReads(asked)),
          ...sold,
          stock.ofVariants,
          stockVersionOfVariants,
        ];
        const row = found(await graph.find(storeVariant, id, { ...request.query, extras }), "Variant", id);
        checkSoldHere(row, "Variant");
        const facts = factsOf(row, asked);
        const { expand } = request.query;
        const [variant] = withVariantPrices(withStockShown([row]), {
          facts,
          audience: "visitor",
          expand,
        });
        return { answer: { variant }, ...stockVersions([row]) };
      };
      return responseCache.answer(reply, { key: visitorsKey(request, asked), make });
    },
  );
};

/**
 * All that the answer to a visitor depends on: what is asked for, the storefront's key, and the region that a cart
 * stands for. Customers may have prices of their own, so that what they see is not remembered; nor is what is asked for
 * a cart that was not found.
 */
function visitorsKey(request: FastifyRequest, { region_id, cart_id, customerId }: AskedPrices) {
  if (customerId || cart_id) return null;
  const { cart_id: _, ...query } = request.query as StoreQuery;
  return responseKey(request, query, keyOf(request), region_id);
}

const keyOf = (request: FastifyRequest) => request.headers["x-publishable-api-key"];

const hasKey = (request: FastifyRequest) => Boolean(keyOf(request));

const listed = (channels: string | string[] | undefined) =>
  channels === undefined ? undefined : apart(channels);

/** The products themselves, in the order of the search. */
async function inOrder(graph: Graph, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await graph.rows(searchHit, {
    limit: ids.length,
    offset: 0,
    filters: [{ kind: "in", column: "id", values: ids }],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
