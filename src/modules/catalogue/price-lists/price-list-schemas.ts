import { type TSchema, Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, equalTo, where } from "../../../http/query-filters.ts";
import { body, nonEmptyText, ok, optional, text } from "../../../http/routes.ts";
import { priceList } from "../pricing/index.ts";
import { priceListStatuses, priceListTypes } from "./price-list.ts";
import { forAnyGroup, mentions } from "./price-lists-graph.ts";

const MAX_INT = 2_147_483_647;
const MAX_PRICES = 10_000;

const oneOf = <Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: "string", enum: [...values] });

const wholeNumber = { minimum: 0, maximum: MAX_INT };

const quantity = (description: string) =>
  Type.Unsafe<number | null>({ type: ["integer", "null"], ...wholeNumber, description });

const market = (description: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], minLength: 1, description });

const priceProperties = {
  variant_id: nonEmptyText,
  amount: Type.Integer({ ...wholeNumber, description: "In the minor unit of the currency." }),
  region_id: optional(market("The price counts in this region and is in its currency. Or give a currency.")),
  currency_code: optional(market("The price counts wherever this currency is used. Or give a region.")),
  min_quantity: optional(quantity("The price counts from this quantity on.")),
  max_quantity: optional(quantity("The price counts up to this quantity.")),
};

const prices = <Price extends TSchema>(price: Price, description?: string) =>
  Type.Array(price, { maxItems: MAX_PRICES, ...(description ? { description } : {}) });

const priceId = (description: string) => optional(Type.String({ minLength: 1, description }));

const moment = (description: string) =>
  optional(Type.Unsafe<string | null>({ type: ["string", "null"], format: "moment", description }));

const customerGroups = optional(
  Type.Array(body({ id: text }), {
    maxItems: MAX_PRICES,
    description: "Whom the list is for; everybody when there are none.",
  }),
);

const terms = {
  status: optional(oneOf(priceListStatuses)),
  starts_at: moment("The prices count from here on; null for no beginning."),
  ends_at: moment("The prices count until then; null for no end."),
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
      "Prices that are not named stay as they are.",
    ),
  ),
});

export const addedPricesBody = body({
  prices: prices(body({ id: priceId("Taken, but prices are always added here."), ...priceProperties })),
  override: optional(Type.Boolean({ description: "The list then has these prices and no others." })),
});

const ids = Type.Array(text, { minItems: 1, maxItems: MAX_PRICES });

export const priceIdsBody = body({ price_ids: ids });
export const productIdsBody = body({ product_ids: ids });

export const deletedPrices = ok({ ids: Type.Array(text), object: text, deleted: Type.Boolean() });

export const adminPriceList = {
  entity: priceList,
  relations: ["prices", "prices.variants", "customer_groups"],
};

const list = (relations: string[]) =>
  listQuery({
    view: { entity: priceList, relations },
    limit: 10,
    filters: {
      id: equalTo(),
      q: where(mentions),
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

/** Whoever searches, or looks for the lists of a group, sees their groups. */
export const adminPriceListsOfGroups = list(["customer_groups"]);
