import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";
import { daysBetween } from "../../../kit/list/search-params.ts";
import type { OrderSearch } from "./order-search.ts";

export const PAGE_SIZE = 50;

/** What the queue shows of an order, and no more. */
const LISTED = [
  "id,display_id,created_at,email,status,payment_status,fulfillment_status,total,currency_code,customer_id",
  "customer.first_name,customer.last_name,shipping_address.country_code",
].join();

function createdAt(search: OrderSearch) {
  const { start, end } = daysBetween(search);
  return { ...(start && { gte: start }), ...(end && { lt: end }) };
}

/** The filters of the API for what the page shows. */
export function filtersOf(search: OrderSearch) {
  const { from, to, page, ...filters } = search;
  return { ...filters, ...((from || to) && { created_at: createdAt(search) }) };
}

export const ordersQuery = (api: Api, search: OrderSearch) =>
  queryOptions({
    queryKey: ["orders", search],
    placeholderData: keepPreviousData,
    async queryFn() {
      const offset = ((search.page ?? 1) - 1) * PAGE_SIZE;
      const query = {
        ...filtersOf(search),
        limit: PAGE_SIZE,
        offset,
        fields: LISTED,
        expand: "",
        order: "-created_at",
      };
      return (await api.GET("/admin/orders", { params: { query } })).data!;
    },
  });
