import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { collectionsQuery, tagsQuery, typesQuery } from "../../../../data/catalogue/label-queries.ts";
import { findProducts } from "../../../../data/catalogue/product-choices.ts";
import { findGroups } from "../../../../data/people/people-choices.ts";
import type { Api } from "../../../../kit/api/api.ts";
import type { Choice } from "../../../../kit/inputs/countries.ts";
import type { Discount } from "../discount-queries.ts";

export const CONDITION_KINDS = [
  "products",
  "product_types",
  "product_collections",
  "product_tags",
  "customer_groups",
] as const;
export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** A condition as the form has it. Without an id it is new. */
export interface EditedCondition {
  id?: string;
  kind: ConditionKind;
  operator: "in" | "not_in";
  ids: string[];
}

/** A discount has no more resources than this in one condition that is edited here. */
const MOST = 1_000;

const byTyped = (choices: Choice[], text: string) =>
  choices.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));

const labelled = (rows: readonly { id: string; value?: string; title?: string }[]): Choice[] =>
  rows.map(({ id, value, title }) => ({ value: id, label: value ?? title ?? id }));

/** What can be chosen for a condition, by the text that was typed. */
export const findersOf = (
  api: Api,
  client: QueryClient,
): Record<ConditionKind, (text: string) => Promise<Choice[]>> => ({
  products: (text) => findProducts(api, text),
  customer_groups: (text) => findGroups(api, text),
  product_types: async (text) => byTyped(labelled(await client.fetchQuery(typesQuery(api))), text),
  product_collections: async (text) =>
    byTyped(labelled(await client.fetchQuery(collectionsQuery(api))), text),
  product_tags: async (text) => byTyped(labelled(await client.fetchQuery(tagsQuery(api))), text),
});

async function resourcesOf(api: Api, kind: ConditionKind, id: string): Promise<Choice[]> {
  const query = { discount_condition_id: id, limit: MOST };
  const titled = { ...query, fields: "id,title", expand: "" };
  const named = { ...query, fields: "id,name", expand: "" };
  const choice = (row: { id: string; title?: string; value?: string; name?: string }) => ({
    value: row.id,
    label: row.title ?? row.value ?? row.name ?? row.id,
  });
  if (kind === "products")
    return (await api.GET("/admin/products", { params: { query: titled } })).data!.products.map(choice);
  if (kind === "product_types")
    return (await api.GET("/admin/product-types", { params: { query } })).data!.product_types.map(choice);
  if (kind === "product_tags")
    return (await api.GET("/admin/product-tags", { params: { query } })).data!.product_tags.map(choice);
  if (kind === "product_collections")
    return (await api.GET("/admin/collections", { params: { query: titled } })).data!.collections.map(choice);
  return (await api.GET("/admin/customer-groups", { params: { query: named } })).data!.customer_groups.map(
    choice,
  );
}

export interface KnownConditions {
  conditions: EditedCondition[];
  /** The names of what they are about. */
  names: Choice[];
}

/** The conditions with what they are about, which the discount itself does not show. */
export const conditionsQuery = (api: Api, discount: Pick<Discount, "id" | "updated_at" | "rule">) =>
  queryOptions({
    queryKey: ["discount", discount.id, "conditions", discount.updated_at],
    async queryFn(): Promise<KnownConditions> {
      const found = await Promise.all(
        discount.rule.conditions.map(async ({ id, type, operator }) => ({
          condition: { id, kind: type, operator },
          resources: await resourcesOf(api, type, id),
        })),
      );
      return {
        conditions: found.map(({ condition, resources }) => ({
          ...condition,
          ids: resources.map(({ value }) => value),
        })),
        names: found.flatMap(({ resources }) => resources),
      };
    },
  });
