import { entity, integer, many, one, softDeletedColumns, text, through } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import type { Extra, Graph } from "../../../graph/graph.ts";
import type { SelectedRow } from "../../../graph/row.ts";
import type { RequestedSelection } from "../../../graph/selection.ts";
import { priceList } from "../pricing/index.ts";
import { product, productVariant } from "../products/index.ts";
import { withVariant } from "../v1-shapes.ts";
import { priceListNotFound } from "./price-list.ts";

export const forAnyGroup: Condition = {
  name: "price-list-for-any-group",
  sql: (row, groups) =>
    `exists (select 1 from price_list_customer_groups chosen where chosen.price_list_id = ${row}.id
      and chosen.customer_group_id = any(${groups}))`,
};

/** `q`: a part of the list's name, its description or the name of one of its groups. */
export const priceListMatchesSearch: Condition = {
  name: "price-list-mentions",
  sql: (row, words) => `(strpos(lower(${row}.name), lower(${words})) > 0
    or strpos(lower(${row}.description), lower(${words})) > 0
    or exists (select 1 from price_list_customer_groups chosen
      join customer_group named on named.id = chosen.customer_group_id and named.deleted_at is null
      where chosen.price_list_id = ${row}.id and strpos(lower(named.name), lower(${words})) > 0))`,
};

/** Whether the list exists, read together with its products. */
export const isPriceList = (id: string): Extra<"$is_price_list", boolean> => ({
  name: "$is_price_list",
  values: [id],
  sql: (_row, [parameter]) =>
    `exists (select 1 from price_list where price_list.id = ${parameter} and price_list.deleted_at is null)`,
});

const listedPrice = entity({
  name: "listed_price",
  table: "money_amount",
  description: "A price of a variant, with the price list it belongs to.",
  columns: {
    ...softDeletedColumns,
    currency_code: text.required,
    amount: integer.required,
    min_quantity: integer.nullable,
    max_quantity: integer.nullable,
    price_list_id: text.nullable,
    region_id: text.nullable,
  },
  relations: {
    price_list: one("price_list", "price_list_id"),
    region: one("region", "region_id"),
    currency: one("currency", "currency_code", { otherColumn: "code", nullable: false }),
  },
  eager: ["price_list"],
});

const listedVariant = entity({
  ...productVariant,
  name: "listed_variant",
  table: "product_variant",
  description: "A variant with its prices: those of a price list and those of none.",
  relations: {
    ...productVariant.relations,
    prices: through("listed_price", "product_variant_money_amount", "variant_id", "money_amount_id"),
  },
  eager: ["prices"],
});

export const listedProduct = entity({
  ...product,
  name: "listed_product",
  table: "product",
  description: "A product whose variants have prices in a price list.",
  relations: {
    ...product.relations,
    variants: many("listed_variant", "product_id", { order: ["variant_rank", "id"] }),
  },
});

type ListedProduct = SelectedRow<typeof listedProduct>;
type PriceListRow = SelectedRow<typeof priceList>;

export const priceListsEntities = [listedPrice, listedVariant, listedProduct];

export const withVariants = (list: PriceListRow): PriceListRow =>
  list.prices ? { ...list, prices: list.prices.map(withVariant) } : list;

export const adminPriceList = {
  entity: priceList,
  relations: ["prices", "prices.variants", "customer_groups"],
};

export async function findPriceList(
  graph: Graph,
  id: string,
  selection: RequestedSelection,
): Promise<PriceListRow> {
  const list = await graph.find(adminPriceList, id, selection);
  if (!list) throw priceListNotFound(id);
  return withVariants(list);
}

/** Reduces the prices of variants to those of this list and those of no list. */
export const withPricesOfList = (listId: string, product: ListedProduct): ListedProduct => {
  if (!product.variants) return product;
  return {
    ...product,
    variants: product.variants.map((variant) => ({
      ...variant,
      prices: variant.prices.filter((price) => [null, listId].includes(priceListIdOf(price))),
    })),
  };
};

/** A request selects the fields of a price: its list is present as an id or as an object. */
const priceListIdOf = (price: {
  price_list_id?: string | null;
  price_list: { id: string } | null;
}): string | null => price.price_list_id ?? price.price_list?.id ?? null;
