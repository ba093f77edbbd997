import { type Static, type TSchema, Type } from "typebox";
import type { Graph } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, equalTo, type QueryFilter, textFilter, where } from "../../../http/query-filters.ts";
import { body, nonEmptyText, ok, optional, text } from "../../../http/routes.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { priceList } from "../pricing/index.ts";
import { hasTag, inPriceLists, productsMentioning, withProfile } from "../products/index.ts";
import { parametersThatShowGroups } from "../v1-shapes.ts";
import { priceListNotFound, priceListStatuses, priceListTypes } from "./price-list.ts";
import {
  forAnyGroup,
  isPriceList,
  listedProduct,
  priceListMatchesSearch,
  withPricesOfList,
  withVariants,
} from "./price-lists-graph.ts";

const MAX_PRICES = 10_000;

const oneOf = <Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: "string", enum: [...values] });

const wholeNumber = { minimum: 0, maximum: MAX_AMOUNT };

const quantity = (description: string) =>
  Type.Unsafe<number | null>({ type: ["integer", "null"], ...wholeNumber, description });

const market = (description: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], minLength: 1, description });

const priceProperties = {
  variant_id: nonEmptyText,
  amount: Type.Integer({ ...wholeNumber, description: "In the minor unit of the currency." }),
  region_id: optional(
    market("The price applies in this region, in its currency. Either a region or a currency."),
  ),
  currency_code: optional(
    market("The price applies wherever this currency is used. Either a region or a currency."),
  ),
  min_quantity: optional(quantity("The price applies from this quantity on.")),
  max_quantity: optional(quantity("The price applies up to this quantity.")),
};

const prices = <Price extends TSchema>(price: Price, description?: string) =>
  Type.Array(price, { maxItems: MAX_PRICES, ...(description ? { description } : {}) });

const priceId = (description: string) => optional(Type.String({ minLength: 1, description }));

const moment = (description: string) =>
  optional(Type.Unsafe<string | null>({ type: ["string", "null"], format: "moment", description }));

const customerGroups = optional(
  Type.Array(body({ id: text }), {
    maxItems: MAX_PRICES,
    description: "The customer groups of the list; without groups it applies to all customers.",
  }),
);

const terms = {
  status: optional(oneOf(priceListStatuses)),
  starts_at: moment("The prices apply from then on; null for no start."),
  ends_at: moment("The prices apply until then; null for no end."),
  includes_tax: optional(Type.Boolean({ description: "The prices include tax." })),
  customer_groups: customerGroups,
};

export const newPriceListBody = body({
  name: nonEmptyText,
  description: text,
  type: oneOf(priceListTypes),
  ...terms,
  prices: prices(body(priceProperties)),
});

export const priceListChangesBody = body({
  name: optional(nonEmptyText),
  description: optional(text),
  type: optional(oneOf(priceListTypes)),
  ...terms,
  prices: optional(
    prices(
      body({
        id: priceId("Changes this price of the list; without it the price is added."),
        ...priceProperties,
      }),
      "Prices that are not sent stay unchanged.",
    ),
  ),
});

/** Undefined stays undefined: an absent field is not changed. */
const parsedDate = (date: string | null | undefined) =>
  (date ? parseTimestamp(date) : date) as Date | null | undefined;

/** The body as input of a use case: dates, and the ids of the groups. */
export const parsedTerms = <Sent extends Static<typeof priceListChangesBody>>({
  customer_groups,
  starts_at,
  ends_at,
  ...rest
}: Sent) => ({
  ...rest,
  starts_at: parsedDate(starts_at),
  ends_at: parsedDate(ends_at),
  groupIds: customer_groups?.map(({ id }) => id),
});

export const addedPricesBody = body({
  prices: prices(
    body({ id: priceId("Accepted and ignored: prices are always added here."), ...priceProperties }),
  ),
  override: optional(Type.Boolean({ description: "Replaces all prices of the list." })),
});

const ids = Type.Array(text, { minItems: 1, maxItems: MAX_PRICES });

export const priceIdsBody = body({ price_ids: ids });
export const productIdsBody = body({ product_ids: ids });

export const deletedPricesSchema = ok({ ids: Type.Array(text), object: text, deleted: Type.Boolean() });

const list = (relations: string[]) =>
  listQuery({
    view: { entity: priceList, relations },
    limit: 10,
    filters: {
      id: equalTo(),
      q: where(priceListMatchesSearch),
      name: equalTo(),
      description: equalTo(),
      status: anyOf({ values: priceListStatuses, either: true }),
      type: anyOf({ values: priceListTypes, either: true }),
      customer_groups: where(forAnyGroup, { either: true }),
      created_at: dates(),
      updated_at: dates(),
      deleted_at: dates(),
    },
  });

export const adminPriceLists = list([]);

const adminPriceListsWithGroups = list(["customer_groups"]);

export async function listPriceLists(graph: Graph, query: object, { maxLimit }: { maxLimit: number }) {
  const showsGroups = parametersThatShowGroups.some((name) => name in query);
  const lists = showsGroups ? adminPriceListsWithGroups : adminPriceLists;
  const { rows, ...paging } = await lists.read(graph, query, { maxLimit });
  return { price_lists: rows.map(withVariants), ...paging };
}

/** `%`, `_` and `\` are no wildcards in a search. */
const search: QueryFilter = {
  schema: Type.String({ description: "Searches titles, descriptions, variants and collections." }),
  toFilters: (words) => [productsMentioning(words as string)],
};

export const listedProducts = listQuery({
  view: {
    entity: listedProduct,
    relations: [
      "variants",
      "variants.options",
      "profiles",
      "images",
      "options",
      "options.values",
      "tags",
      "type",
      "collection",
    ],
  },
  limit: 50,
  filters: {
    id: textFilter({ comparisons: false }),
    q: search,
    status: anyOf({ values: ["draft", "proposed", "published", "rejected"], either: true }),
    collection_id: anyOf(),
    tags: where(hasTag, { list: true }),
    title: equalTo(),
    description: equalTo(),
    handle: equalTo(),
    is_giftcard: equalTo("boolean"),
    type: equalTo("text", "type_id"),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
  },
});

interface ListedProductsRequest {
  listId: string;
  query: unknown;
}

/** The products of a price list, with their prices in the list and in no list. */
export async function listProductsOfPriceList(
  { graph, config }: { graph: Graph; config: { maxLimit: number } },
  { listId, query }: ListedProductsRequest,
) {
  const { page, context } = await listedProducts.readInContext(graph, query, {
    maxLimit: config.maxLimit,
    also: [{ kind: "custom", condition: inPriceLists, value: [listId] }],
    context: isPriceList(listId),
  });
  if (!context) throw priceListNotFound(listId);
  const { rows, ...paging } = page;
  return { products: rows.map((product) => withProfile(withPricesOfList(listId, product))), ...paging };
}
