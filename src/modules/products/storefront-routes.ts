import type { FastifyRequest } from "fastify";
import { containing, type Filter } from "../../graph/filter.ts";
import type { Graph, Row } from "../../graph/graph.ts";
import { noQuery } from "../../http/list-query.ts";
import { found, ok, page, path, type Routes, view } from "../../http/routes.ts";
import {
  type AskedPrices,
  checked,
  factsOf,
  inOneRow,
  productPriceReads,
  variantPriceReads,
  withPrices,
  withVariantPrices,
} from "../pricing/index.ts";
import { salesChannelsOfKey } from "../publishable-keys/index.ts";
import {
  inCategories,
  inCategoryTrees,
  mentions,
  published,
  soldIn,
  soldInDefault,
  soldInOne,
} from "./product-conditions-graph.ts";
import {
  hits,
  oneQuery,
  searchBody,
  searchHit,
  storeProduct,
  storeProducts,
  storeVariant,
  storeVariants,
  variantList,
} from "./storefront-schemas.ts";
import { channelsInScope } from "./storefront-scope.ts";
import { withProfileId } from "./storefront-view.ts";
import { findProducts } from "./use-cases/find-products.ts";

const tags = ["Products"];

interface StoreQuery extends AskedPrices {
  q?: string;
  ids?: string;
  sales_channel_id?: string[] | string;
  category_id?: string[];
  include_category_children?: boolean;
}

function soldWhere(channels: string[] | null): Filter {
  if (!channels) return { kind: "fixed", condition: soldInDefault };
  if (channels.length === 1) return { kind: "custom", condition: soldInOne, value: channels[0] };
  return { kind: "custom", condition: soldIn, value: channels };
}

/** What a visitor's list is narrowed to, whatever else is asked. */
function narrowed(query: StoreQuery, channels: string[] | null): Filter[] {
  const categories = query.include_category_children ? inCategoryTrees : inCategories;
  return [
    { kind: "fixed", condition: published },
    soldWhere(channels),
    ...(query.category_id
      ? [{ kind: "custom", condition: categories, value: query.category_id } as const]
      : []),
    ...(query.q ? [{ kind: "custom", condition: mentions, value: containing(query.q) } as const] : []),
  ];
}

export const storefrontProductRoutes: Routes = (app, { config, db, graph }) => {
  const keyChannels = (request: FastifyRequest) =>
    salesChannelsOfKey({ db }, request.headers["x-publishable-api-key"]);

  const askedPrices = async (request: FastifyRequest): Promise<AskedPrices> => {
    const { region_id, currency_code, cart_id } = request.query as AskedPrices;
    const { customerId } = await request.caller();
    return { region_id, currency_code, cart_id, customerId };
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
    async (request) => {
      const query = request.query as StoreQuery;
      const channels = channelsInScope(
        await keyChannels(request),
        query.sales_channel_id as string[] | undefined,
      );
      const asked = await askedPrices(request);
      const reads = productPriceReads(asked);
      const options = { maxLimit: config.maxLimit, also: narrowed(query, channels), ...reads };
      const { page: read, context } = await storeProducts.readInContext(graph, query, options);
      const { rows, ...paging } = read;
      return { products: withPrices(rows, checked(context, asked), "visitor").map(withProfileId), ...paging };
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
    async (request) => {
      const { id } = request.params;
      const asked = await askedPrices(request);
      const channels = await keyChannels(request);
      const row = await graph.find(storeProduct, id, {
        ...request.query,
        extras: [...inOneRow(productPriceReads(asked)), ...(channels ? [soldHere(channels)] : [])],
      });
      const product = found(isVisible(row) ? row : null, "Product", id);
      return { product: withProfileId(withPrices([product], factsOf(product, asked), "visitor")[0]!) };
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
      const ids = await findProducts({ db }, { text: q, channels, limit, offset });
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
    async (request) => {
      const query = request.query as StoreQuery;
      const asked = await askedPrices(request);
      const also: Filter[] = query.ids ? [{ kind: "in", column: "id", values: query.ids.split(",") }] : [];
      const options = { maxLimit: config.maxLimit, also, ...variantPriceReads(asked) };
      const { page: read, context } = await storeVariants.readInContext(graph, query, options);
      return { variants: withVariantPrices(read.rows, checked(context, asked), "visitor") };
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
    async (request) => {
      const { id } = request.params;
      const asked = await askedPrices(request);
      const extras = inOneRow(variantPriceReads(asked));
      const variant = found(await graph.find(storeVariant, id, { ...request.query, extras }), "Variant", id);
      return { variant: withVariantPrices([variant], factsOf(variant, asked), "visitor")[0]! };
    },
  );
};

/** Whether the product is sold in the channels of the storefront's key. */
const soldHere = (channels: string[]) => ({
  name: "$sold_here",
  values: [channels],
  sql: (row: string, [parameter]: readonly string[]) => soldIn.sql(row, parameter!),
});

const isVisible = (row: Row | null) => row !== null && row["$sold_here"] !== false;

/** The products themselves, in the order of the search. */
async function inOrder(graph: Graph, ids: string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await graph.rows(searchHit, {
    limit: ids.length,
    offset: 0,
    filters: [{ kind: "in", column: "id", values: ids }],
  });
  const byId = new Map(rows.map((row) => [row["id"], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
