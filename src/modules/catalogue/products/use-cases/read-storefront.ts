import type { Connection } from "../../../../db/database.ts";
import type { Filter } from "../../../../graph/filter.ts";
import type { Extra, Graph } from "../../../../graph/graph.ts";
import type { Made, PageReads } from "../../../../http/document-cache/index.ts";
import { found } from "../../../../http/routes.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import { salesChannelsOfKey } from "../../../shop/publishable-keys/index.ts";
import { stockForVisitors, withAvailableStock } from "../../../stock/inventory/index.ts";
import {
  asRowExtras,
  checkedPriceFacts,
  type PriceQuery,
  priceFactsOf,
  variantPriceReads,
  withVariantPrices,
} from "../../pricing/index.ts";
import { storeVariantListExpand, storeVariantPage } from "../../v1-shapes.ts";
import { ofPublishedProduct, readsPublished } from "../product-conditions-graph.ts";
import { findGroupsOfCustomer, findRegionOfCart } from "../product-references-store.ts";
import type { ProductRow } from "../products-graph.ts";
import {
  channelsInScope,
  checkSoldInChannels,
  type StoreQuery,
  soldInChannels,
  splitIds,
  storefrontFilters,
} from "../storefront-filters-graph.ts";
import {
  priceViewFor,
  storeVariant,
  storeVariants,
  withChannelsShown,
  withProfileId,
} from "../storefront-schemas.ts";

interface StorefrontContext {
  db: Connection;
  graph: Graph;
  maxLimit: number;
  /** What is not published is not there, also for those who know its id. */
  hidesUnpublished: boolean;
}

/** A request of a storefront for products or variants. */
export interface StorefrontRequest {
  query: StoreQuery;
  /** The header `x-publishable-api-key`. */
  key: string | string[] | undefined;
  priceQuery: PriceQuery;
  /** What the prices depend on besides the products; null if the response must not be cached. */
  priceKey: readonly unknown[] | null;
}

/** Replaces a cart by its region: then all customers with the same prices share a cached response. */
async function priceQueryOf(
  db: Connection,
  { region_id, currency_code, cart_id }: PriceQuery,
  customerId: string | null,
): Promise<PriceQuery> {
  if (cart_id === undefined) return { region_id, currency_code, customerId };
  const regionOfCart = await findRegionOfCart(db, cart_id);
  if (regionOfCart === null) return { currency_code, cart_id, customerId };
  return { region_id: regionOfCart, currency_code, customerId };
}

/** The parameters of a request that select prices. A cart without a region may have any prices. */
export async function pricesFor(
  db: Connection,
  query: PriceQuery,
  { customerId, isCacheOn, rules }: { customerId: string | null; isCacheOn: boolean; rules: Rules },
): Promise<Pick<StorefrontRequest, "priceQuery" | "priceKey">> {
  const priceQuery = await priceQueryOf(db, query, customerId);
  const { region_id, currency_code, cart_id } = priceQuery;
  // A plugin may choose by the time.
  if (rules.chooses("price")) return { priceQuery: { ...priceQuery, rules }, priceKey: null };
  if (!isCacheOn || cart_id) return { priceQuery, priceKey: null };
  const groups = customerId ? await findGroupsOfCustomer(db, customerId) : [];
  return { priceQuery, priceKey: [region_id, currency_code, groups] };
}

const regionsIn = ({ region_id }: PriceQuery) => (region_id ? [region_id] : []);

const requestedChannels = ({ sales_channel_id: channels }: StoreQuery) =>
  channels === undefined ? undefined : splitIds(channels);

const channelsFor = async ({ db }: StorefrontContext, { query, key }: StorefrontRequest) => {
  const ofKey = await salesChannelsOfKey({ db }, key);
  return { ofKey, channels: channelsInScope(ofKey, requestedChannels(query)) };
};

type PriceView = ReturnType<typeof priceViewFor>;

const toProducts = (
  rows: ProductRow[],
  {
    facts,
    prices,
    query,
  }: {
    facts: ReturnType<typeof checkedPriceFacts>;
    prices: PriceView;
    query: StoreQuery;
  },
) =>
  prices
    .toResponse(withAvailableStock<ProductRow>(rows), facts)
    .map((product) => withProfileId(product, query));

/** A page of products with prices and stock. */
export async function listStoreProducts(
  context: StorefrontContext,
  request: StorefrontRequest,
): Promise<Made> {
  const { query, key, priceQuery } = request;
  const { ofKey, channels } = await channelsFor(context, request);
  const prices = priceViewFor(query.expand, priceQuery);
  const { page, context: facts } = await prices.list.readInContext(
    context.graph,
    ofKey ? withChannelsShown(query) : query,
    {
      maxLimit: context.maxLimit,
      also: storefrontFilters(query, { channels, hasKey: Boolean(key) }),
      extras: [...prices.reads.extras, stockForVisitors(channels).ofProducts],
      context: prices.reads.context,
    },
  );
  const { rows, ...paging } = page;
  const checkedFacts = checkedPriceFacts(facts, prices.priceQuery);
  return { answer: { products: toProducts(rows, { facts: checkedFacts, prices, query }), ...paging } };
}

/** The same page as ids and documents. */
export function storeProductDocuments(context: StorefrontContext, request: StorefrontRequest): PageReads {
  const { graph, maxLimit } = context;
  const { query, key, priceQuery, priceKey } = request;
  const prices = priceViewFor(query.expand, priceQuery);
  return {
    documentKey: ["store", query.fields, query.expand, query.sales_channel_id, key, priceKey],
    subjects: regionsIn(priceQuery),
    name: "products",
    isStored: true,
    paging: prices.list.pagingOf(query, maxLimit),
    readIds: async (paging) => {
      const { channels } = await channelsFor(context, request);
      const also = storefrontFilters(query, { channels, hasKey: Boolean(key) });
      return prices.list.readIds(graph, query, { paging, also });
    },
    readDocuments: async (ids) => {
      const { ofKey, channels } = await channelsFor(context, request);
      const extras = [...asRowExtras(prices.reads), stockForVisitors(channels).ofProducts];
      const shown = ofKey ? withChannelsShown(query) : query;
      const rows = await prices.list.readByIds(graph, shown, { ids, extras });
      const facts = rows[0] ? priceFactsOf(rows[0], prices.priceQuery) : null;
      return toProducts(rows, { facts, prices, query });
    },
  };
}

/** The channels that the key of the storefront is for, and the stock that its visitors see. */
async function scopeOf(db: Connection, { query, key }: Pick<StorefrontRequest, "query" | "key">) {
  const channels = await salesChannelsOfKey({ db }, key);
  return { channels, stock: stockForVisitors(channelsInScope(channels, requestedChannels(query))) };
}

/** For a read by id. */
const publishedOnly = ({ hidesUnpublished }: StorefrontContext, product: "id" | "product_id") =>
  hidesUnpublished ? [readsPublished(product)] : [];

/** The row, unless it is not published. */
const ifPublished = <Row extends { $published?: boolean }>(row: Row | null): Row | null =>
  row?.$published === false ? null : row;

export async function findStoreProduct(
  context: StorefrontContext,
  { query, key, priceQuery }: StorefrontRequest,
  id: string,
): Promise<Made> {
  const { channels, stock } = await scopeOf(context.db, { query, key });
  const prices = priceViewFor(query.expand, priceQuery);
  const sold = soldInChannels(channels, "id");
  const reads = [...asRowExtras(prices.reads), ...sold, stock.ofProducts];
  const extras = [...reads, ...publishedOnly(context, "id")];
  const row = found(
    ifPublished(await context.graph.find(prices.one, id, { ...query, extras })),
    "Product",
    id,
  );
  checkSoldInChannels(row, "Product");
  const facts = priceFactsOf(row, prices.priceQuery);
  const [product] = toProducts([row], { facts, prices, query });
  return { answer: { product }, subjects: [id, ...regionsIn(priceQuery)], isList: false };
}

const productOfVariant: Extra<"$product_id", string> = {
  name: "$product_id",
  values: [],
  sql: (row) => `${row}.product_id`,
};

export async function listStoreVariants(
  { db, graph, maxLimit, hidesUnpublished }: StorefrontContext,
  { query, key, priceQuery }: StorefrontRequest,
): Promise<Made> {
  const channels = channelsInScope(await salesChannelsOfKey({ db }, key), requestedChannels(query));
  const also: Filter[] = [
    ...(query.ids ? [{ kind: "in", column: "id", values: query.ids.split(",") } as const] : []),
    ...(hidesUnpublished ? [{ kind: "fixed", condition: ofPublishedProduct } as const] : []),
  ];
  const reads = variantPriceReads(priceQuery);
  const { page, context } = await storeVariants.readInContext(graph, query, {
    maxLimit,
    also,
    extras: [...reads.extras, stockForVisitors(channels).ofVariants, productOfVariant],
    context: reads.context,
  });
  const facts = checkedPriceFacts(context, priceQuery);
  const variants = withVariantPrices(withAvailableStock(page.rows), {
    facts,
    audience: "storefront",
    expand: storeVariantListExpand,
  });
  const subjects = [...new Set(page.rows.map(({ $product_id }) => $product_id!)), ...regionsIn(priceQuery)];
  return { answer: storeVariantPage(variants), subjects };
}

export async function findStoreVariant(
  context: StorefrontContext,
  { query, key, priceQuery }: StorefrontRequest,
  id: string,
): Promise<Made> {
  const { channels, stock } = await scopeOf(context.db, { query, key });
  const sold = [...soldInChannels(channels, "product_id"), ...publishedOnly(context, "product_id")];
  const reads = asRowExtras(variantPriceReads(priceQuery));
  const extras = [...reads, ...sold, stock.ofVariants, productOfVariant];
  const row = found(
    ifPublished(await context.graph.find(storeVariant, id, { ...query, extras })),
    "Variant",
    id,
  );
  checkSoldInChannels(row, "Variant");
  const facts = priceFactsOf(row, priceQuery);
  const [variant] = withVariantPrices(withAvailableStock([row]), {
    facts,
    audience: "storefront",
    expand: query.expand,
  });
  const subjects = [row.$product_id!, ...regionsIn(priceQuery)];
  return { answer: { variant }, subjects, isList: false };
}
