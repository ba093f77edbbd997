import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { operations, Schemas } from "@tradewind/client";
import type { Api } from "../../kit/api/api.ts";
import type { HistorySearch } from "./history-search.ts";
import { FEW, type LowSearch } from "./low-search.ts";
import type { ReservationSearch } from "./reservation-search.ts";

export type Item = Schemas["AdminListedInventoryItem"];
export type Variant = Schemas["AdminVariant"];
export type LowVariant =
  operations["listAdminLowStockVariants"]["responses"][200]["content"]["application/json"]["variants"][number];
export type Reservation = Schemas["AdminListedReservation"];

export const STOCK_PAGE = 200;

interface Search {
  q?: string | undefined;
  page?: number | undefined;
}

const pageOf = ({ q, page = 1 }: Search, limit: number) => ({
  ...(q && { q }),
  limit,
  offset: (page - 1) * limit,
});

const LEVEL = [
  "location_id",
  "stocked_quantity",
  "reserved_quantity",
  "incoming_quantity",
  "available_quantity",
];
const ITEM = {
  fields: [
    "id,sku,title,variants.title,variants.product.title",
    ...LEVEL.map((name) => `location_levels.${name}`),
  ].join(),
  expand: "",
};

export const itemsQuery = (api: Api, search: Search) =>
  queryOptions({
    queryKey: ["stock", "items", search],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...pageOf(search, STOCK_PAGE), ...ITEM, order: "sku" };
      return (await api.GET("/admin/inventory-items", { params: { query } })).data!;
    },
  });

/** An address with more ids would be too long. */
const IDS_OF_A_REQUEST = 100;

export async function readItems(api: Api, ids: readonly string[]): Promise<Item[]> {
  const items: Item[] = [];
  for (let at = 0; at < ids.length; at += IDS_OF_A_REQUEST) {
    const id = ids.slice(at, at + IDS_OF_A_REQUEST);
    const query = { ...ITEM, id, limit: id.length };
    items.push(...(await api.GET("/admin/inventory-items", { params: { query } })).data!.inventory_items);
  }
  return items;
}

const VARIANT = {
  fields: "id,title,sku,inventory_quantity,manage_inventory,product_id,product.title",
  expand: "",
  manage_inventory: true,
};

export const variantsQuery = (api: Api, search: Search) =>
  queryOptions({
    queryKey: ["stock", "variants", search],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...pageOf(search, STOCK_PAGE), ...VARIANT, order: "sku" };
      return (await api.GET("/admin/variants", { params: { query } })).data!;
    },
  });

export const readVariants = async (api: Api, id: string[]): Promise<Variant[]> =>
  (await api.GET("/admin/variants", { params: { query: { ...VARIANT, id, limit: id.length } } })).data!
    .variants;

export const LOW_PAGE = 50;

/** Those with the fewest pieces first: as many as the home page counts. */
export const lowStockQuery = (api: Api, { most = FEW, page }: LowSearch) =>
  queryOptions({
    queryKey: ["stock", "low", most, page ?? 1],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = { ...pageOf({ page }, LOW_PAGE), at_most: most };
      return (await api.GET("/admin/variants/low-stock", { params: { query } })).data!;
    },
  });

export const RESERVATION_PAGE = 50;

const RESERVED = [
  "id,quantity,description,line_item_id,location_id,inventory_item_id,created_at,updated_at",
  "inventory_item.sku,inventory_item.title,location.name",
  "line_item.title,line_item.description,line_item.order_id",
].join();

export const reservationsQuery = (
  api: Api,
  { location, item, order = "-created_at", page }: ReservationSearch,
) =>
  queryOptions({
    queryKey: ["stock", "reservations", { location, item, order, page }],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...pageOf({ page }, RESERVATION_PAGE),
        ...(location && { location_id: location }),
        ...(item && { inventory_item_id: [item] }),
        fields: RESERVED,
        expand: "",
        order,
      };
      return (await api.GET("/admin/reservations", { params: { query } })).data!;
    },
  });

export const HISTORY_PAGE = 50;

/** What users and imports changed. Sales and returns are in the orders. */
export const historyQuery = (api: Api, { reason, item, page }: HistorySearch) =>
  queryOptions({
    queryKey: ["stock", "history", { reason, item, page }],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...pageOf({ page }, HISTORY_PAGE),
        ...(reason && { reason }),
        ...(item && { inventory_item_id: item }),
      };
      return (await api.GET("/admin/stock-changes", { params: { query } })).data!;
    },
  });
