import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import { type Item, readItems } from "../stock-queries.ts";
import type { TransferKind, TransferSearch } from "./transfer-search.ts";

export type Transfer = Schemas["AdminStockTransfer"];
export type ListedTransfer = Schemas["AdminListedStockTransfer"];

export const TRANSFER_PAGE = 50;

export const transfersQuery = (api: Api, { state, kind, location, page = 1 }: TransferSearch) =>
  queryOptions({
    queryKey: ["stock", "transfers", { state, kind, location, page }],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        limit: TRANSFER_PAGE,
        offset: (page - 1) * TRANSFER_PAGE,
        ...(state && { status: state }),
        ...(kind && { from_supplier: kind === "incoming" }),
        ...(location && { location_id: location }),
      };
      return (await api.GET("/admin/stock-transfers", { params: { query } })).data!;
    },
  });

export const transferQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["stock", "transfer", id],
    queryFn: async () =>
      (await api.GET("/admin/stock-transfers/{id}", { params: { path: { id } } })).data!.stock_transfer,
  });

export interface StoredDraft {
  transfer: Transfer;
  items: readonly Item[];
}

/** A draft with its items, to be changed: it is not read again while the form is open. */
export const draftQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["draft-of-transfer", id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    async queryFn(): Promise<StoredDraft> {
      const { data } = await api.GET("/admin/stock-transfers/{id}", { params: { path: { id } } });
      const transfer = data!.stock_transfer;
      return {
        transfer,
        items: await readItems(
          api,
          transfer.lines.map((line) => line.inventory_item_id),
        ),
      };
    },
  });

export const kindOf = ({ from_location_id }: { from_location_id: string | null }): TransferKind =>
  from_location_id === null ? "incoming" : "transfer";
