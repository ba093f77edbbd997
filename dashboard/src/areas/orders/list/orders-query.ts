import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { buyerFieldsOf } from "../../../data/orders/buyer.ts";
import type { Api } from "../../../kit/api/api.ts";
import { readAllPages } from "../../../kit/list/do-for-all.ts";
import { withFieldFilters } from "../../../kit/list/field-filters.ts";
import { daysBetween } from "../../../kit/list/search-params.ts";
import type { OrderSearch } from "./order-search.ts";

export const PAGE_SIZE = 50;

/** What the queue shows of an order, and no more. */
const LISTED = [
  "id,display_id,external_id,created_at,status,payment_status,fulfillment_status,total,currency_code,customer_id",
  ...buyerFieldsOf(),
  "shipping_address.country_code",
  "tags.id,tags.name,assignee.email,assignee.first_name,assignee.last_name",
].join();

function createdAt(search: OrderSearch) {
  const { start, end } = daysBetween(search);
  return { ...(start && { gte: start }), ...(end && { lt: end }) };
}

/** The filters of the API for what the page shows. */
export function filtersOf(search: OrderSearch) {
  const { from, to, page, order, ...filters } = search;
  return { ...withFieldFilters(filters), ...((from || to) && { created_at: createdAt(search) }) };
}

/** Every order that the filters find, for work with all of them. */
export const readAllOrders = (api: Api, search: OrderSearch) =>
  readAllPages(async (page) => {
    const query = {
      ...filtersOf(search),
      ...page,
      fields: "id,display_id,external_id",
      expand: "",
      order: "-created_at",
    };
    const { orders, limit } = (await api.GET("/admin/orders", { params: { query } })).data!;
    return { rows: orders, limit };
  });

/** `fields` are those of the columns of plugins, and of fields of the shop. */
export const ordersQuery = (api: Api, search: OrderSearch, fields: readonly string[] = []) =>
  queryOptions({
    queryKey: ["orders", search, ...fields],
    placeholderData: keepPreviousData,
    async queryFn() {
      const offset = ((search.page ?? 1) - 1) * PAGE_SIZE;
      const query = {
        ...filtersOf(search),
        limit: PAGE_SIZE,
        offset,
        fields: [LISTED, ...fields].join(),
        expand: "",
        order: search.order ?? "-created_at",
      };
      return (await api.GET("/admin/orders", { params: { query } })).data!;
    },
  });
