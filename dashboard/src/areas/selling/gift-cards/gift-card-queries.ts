import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";
import type { Format } from "../../../kit/format/format.ts";
import type { GiftCardSearch } from "./gift-card-search.ts";

export const PAGE_SIZE = 50;
export const USES_SIZE = 20;

export type GiftCard = Schemas["AdminGiftCard"];

/** In the currency of its region; a region that was deleted has none. */
export const shownAmount = ({ region }: GiftCard, amount: number, format: Format): string =>
  region ? format.money(amount, region.currency_code) : format.number(amount);

export const giftCardsQuery = (api: Api, { q, order, page = 1 }: GiftCardSearch) =>
  queryOptions({
    queryKey: ["gift-cards", q, order, page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...(q && { q }),
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
        order: order ?? "-created_at",
      };
      return (await api.GET("/admin/gift-cards", { params: { query } })).data!;
    },
  });

export const readGiftCard = async (api: Api, id: string): Promise<GiftCard> =>
  (await api.GET("/admin/gift-cards/{id}", { params: { path: { id } } })).data!.gift_card;

export const giftCardQuery = (api: Api, id: string) =>
  queryOptions({ queryKey: ["gift-card", id], queryFn: () => readGiftCard(api, id) });

/** What orders took from the card. */
export const usesQuery = (api: Api, id: string, page: number) =>
  queryOptions({
    queryKey: ["gift-card", id, "uses", page],
    placeholderData: keepPreviousData,
    async queryFn() {
      const params = { path: { id }, query: { limit: USES_SIZE, offset: (page - 1) * USES_SIZE } };
      return (await api.GET("/admin/gift-cards/{id}/transactions", { params })).data!;
    },
  });
