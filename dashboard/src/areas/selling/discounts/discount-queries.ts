import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import { withFieldFilters } from "../../../kit/list/field-filters.ts";
import type { DiscountSearch } from "./list/discount-search.ts";

export const PAGE_SIZE = 50;
export const CODES_SIZE = 10;

export type Discount = Schemas["AdminDiscount"];

const STATE = "id,code,is_disabled,starts_at,ends_at,usage_limit,usage_count";
const LISTED = `${STATE},is_dynamic,parent_discount_id,rule_id`;

/** Dynamic codes are found by their text; otherwise they are on the page of their discount. */
const queryOf = ({ q, state, type, codes, fields }: DiscountSearch) => ({
  ...withFieldFilters(fields ? { fields } : {}),
  ...(q ? { q } : { parent_discount_id: "null" }),
  ...(state && { state }),
  ...(type && { rule: { type } }),
  ...(codes && { is_dynamic: codes === "many" }),
});

/** `fields` are those of columns of fields of the shop. */
export const discountsQuery = (api: Api, search: DiscountSearch, { fields }: { fields: readonly string[] }) =>
  queryOptions({
    queryKey: ["discounts", search, ...fields],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...queryOf(search),
        limit: PAGE_SIZE,
        offset: ((search.page ?? 1) - 1) * PAGE_SIZE,
        order: search.order ?? "-created_at",
        fields: [LISTED, ...fields].join(),
        expand: "rule,regions,parent_discount",
      };
      return (await api.GET("/admin/discounts", { params: { query } })).data!;
    },
  });

export const readDiscount = async (api: Api, id: string): Promise<Discount> =>
  (await api.GET("/admin/discounts/{id}", { params: { path: { id } } })).data!.discount;

export const discountQuery = (api: Api, id: string) =>
  queryOptions({ queryKey: ["discount", id], queryFn: () => readDiscount(api, id) });

export const figuresQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["discount", id, "figures"],
    queryFn: async () =>
      (await api.GET("/admin/discounts/{id}/figures", { params: { path: { id } } })).data!.currencies,
  });

/** The codes that were made from a dynamic discount. */
export const codesQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: ["discount", id, "codes", page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        parent_discount_id: id,
        limit: CODES_SIZE,
        offset: (page - 1) * CODES_SIZE,
        order: "-created_at",
        fields: STATE,
        expand: "",
      };
      return (await api.GET("/admin/discounts", { params: { query } })).data!;
    },
  });
