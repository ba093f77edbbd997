import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { NAMED } from "../../../data/people/customer-name.ts";
import type { Api } from "../../../kit/api/api.ts";
import { readAllPages } from "../../../kit/list/do-for-all.ts";
import { withFieldFilters } from "../../../kit/list/field-filters.ts";
import type { GroupsSearch } from "../customer-groups/groups-search.ts";
import type { CustomersSearch } from "./customers-search.ts";

export const PAGE_SIZE = 50;

const LISTED = `id,${NAMED},has_account,created_at`;

/** The filters of the API for what the page shows. */
export const filtersOf = ({ page: _, order: __, ...filters }: CustomersSearch) => withFieldFilters(filters);

/** `fields` are those of the columns of plugins, and of fields of the shop. */
export const customersQuery = (api: Api, search: CustomersSearch, fields: readonly string[] = []) =>
  queryOptions({
    queryKey: ["customers", search, ...fields],
    placeholderData: keepPreviousData,
    async queryFn() {
      const { page = 1, order } = search;
      const paging = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      const query = {
        ...filtersOf(search),
        ...(order && { order }),
        ...paging,
        fields: [LISTED, ...fields].join(),
        expand: "groups,tags",
      };
      return (await api.GET("/admin/customers", { params: { query } })).data!;
    },
  });

export type NamedCustomer = Pick<Schemas["AdminListedCustomer"], "id" | "email" | "first_name" | "last_name">;

/** Every customer that the filters find, for work with all of them. */
export const readAllCustomers = (api: Api, search: CustomersSearch) =>
  readAllPages<NamedCustomer>(async (page) => {
    const fields = `id,${NAMED}`;
    const query = { ...filtersOf(search), ...page, fields, expand: "", order: "-created_at" };
    const { customers, limit } = (await api.GET("/admin/customers", { params: { query } })).data!;
    return { rows: customers, limit };
  });

export const foundCustomersQuery = (api: Api, q: string) =>
  queryOptions({
    queryKey: ["customers", "found", q],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { q, limit: 10, fields: LISTED, expand: "" };
      return (await api.GET("/admin/customers", { params: { query } })).data!.customers;
    },
  });

export const figuresQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["customer", id, "figures"],
    queryFn: async () =>
      (await api.GET("/admin/customers/{id}/figures", { params: { path: { id } } })).data!.currencies,
  });

export const SHOWN_ORDERS = 10;

export const customerOrdersQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["customer", id, "orders"],
    async queryFn() {
      const fields =
        "id,display_id,external_id,created_at,email,status,payment_status,fulfillment_status,total,currency_code";
      const query = { customer_id: id, limit: SHOWN_ORDERS, fields, expand: "", order: "-created_at" };
      return (await api.GET("/admin/orders", { params: { query } })).data!;
    },
  });

export const customerEventsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["customer", id, "events"],
    async queryFn() {
      const query = { entity_id: id, limit: 50 };
      return (await api.GET("/admin/events", { params: { query } })).data!.events;
    },
  });

export const customerNotesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["customer", id, "notes"],
    async queryFn() {
      const query = { resource_id: id, limit: 50 };
      return (await api.GET("/admin/notes", { params: { query } })).data!.notes;
    },
  });

/** `shown` are the fields of columns of fields of the shop. */
export const groupsQuery = (
  api: Api,
  { q, order, fields, page = 1 }: GroupsSearch = {},
  shown: readonly string[] = [],
) =>
  queryOptions({
    queryKey: ["customer-groups", { q, order, fields, page }, ...shown],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...(q && { q }),
        ...(order && { order }),
        ...withFieldFilters(fields ? { fields } : {}),
        ...(shown.length > 0 && { fields: ["id,name,created_at", ...shown].join() }),
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
      };
      return (await api.GET("/admin/customer-groups", { params: { query } })).data!;
    },
  });

export const groupQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["customer-groups", id],
    queryFn: async () =>
      (await api.GET("/admin/customer-groups/{id}", { params: { path: { id } } })).data!.customer_group,
  });

export const membersQuery = (api: Api, id: string, { q, page = 1 }: { q?: string; page?: number }) =>
  queryOptions({
    queryKey: ["customer-groups", id, "members", { q, page }],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...(q && { q }), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      return (await api.GET("/admin/customer-groups/{id}/customers", { params: { path: { id }, query } }))
        .data!;
    },
  });
