import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { buyerFieldsOf, nameOfBuyer } from "../../data/orders/buyer.ts";
import { valueOfLines } from "../../data/shop/delivery-options.ts";
import { storeQuery } from "../../data/shop/shop-queries.ts";
import type { Api } from "../../kit/api/api.ts";
import {
  CLAIM_FILTERS,
  createdBetween,
  type Kind,
  RETURN_FILTERS,
  type ReturnsSearch,
  SWAP_FILTERS,
  viewOf,
} from "./returns-search.ts";

export const PAGE_SIZE = 50;

type Order = Schemas["Order"];

/** A return, a swap or a claim as the inbox shows it. */
export interface InboxRow {
  id: string;
  kind: Kind;
  /** What a return came from. */
  origin: Kind;
  created_at: string;
  order: { id: string; display_id: number; currency_code: string; buyer: string } | null;
  state: `return.${string}` | `payment.${string}` | `type.${string}`;
  fulfillment: Schemas["ClaimOrder"]["fulfillment_status"] | Schemas["Swap"]["fulfillment_status"] | null;
  pieces: number | null;
  /** What is refunded; the difference of a swap, negative if the shop owes it. Null: nothing, or not known yet. */
  amount: number | null;
}

interface Inbox {
  rows: InboxRow[];
  count: number;
}

const pagingOf = ({ page = 1, order = "-created_at" }: ReturnsSearch) => ({
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
  order,
});

const shortOrder = (order: Order | null | undefined) =>
  order
    ? {
        id: order.id,
        display_id: order.display_id,
        currency_code: order.currency_code,
        buyer: nameOfBuyer(order),
      }
    : null;

const piecesOf = (items: readonly { quantity: number }[] | undefined) =>
  items?.reduce((sum, { quantity }) => sum + quantity, 0) ?? null;

const filtersFor = <Filters extends object>(all: Record<string, Filters>, search: ReturnsSearch) =>
  ({ ...(all[viewOf(search)] ?? {}), ...createdBetween(search), ...pagingOf(search) }) as never;

const ORDER = ["display_id", "currency_code", ...buyerFieldsOf()];
const EXPANDED_ORDER = "order,order.customer,order.shipping_address";
const RETURNED = [
  "id,status,created_at,order_id,swap_id,claim_order_id,refund_amount",
  ...["order", "swap.order", "claim_order.order"].flatMap((way) => ORDER.map((name) => `${way}.${name}`)),
].join();

const readers: Record<Kind, (api: Api, search: ReturnsSearch) => Promise<Inbox>> = {
  async return(api, search) {
    const filters: object = filtersFor(RETURN_FILTERS, search);
    const query = { ...filters, fields: RETURNED, expand: "" };
    const { returns, count } = (await api.GET("/admin/returns", { params: { query } })).data!;
    const rows = returns.map((each): InboxRow => {
      // The return of a swap or a claim finds its order there.
      const { swap, claim_order: claim } = each as typeof each & {
        swap: { order?: Order } | null;
        claim_order?: { order?: Order } | null;
      };
      return {
        id: each.id,
        kind: "return",
        origin: each.swap_id ? "swap" : each.claim_order_id ? "claim" : "return",
        created_at: each.created_at,
        order: shortOrder(each.order ?? swap?.order ?? claim?.order),
        state: `return.${each.status}`,
        fulfillment: null,
        pieces: piecesOf(each.items),
        amount: each.swap_id ? null : each.refund_amount,
      };
    });
    return { rows, count };
  },
  async swap(api, search) {
    const filters: object = filtersFor(SWAP_FILTERS, search);
    const query = { ...filters, expand: `${EXPANDED_ORDER},additional_items` };
    const { swaps, count } = (await api.GET("/admin/swaps", { params: { query } })).data!;
    const rows = swaps.map(
      (swap): InboxRow => ({
        id: swap.id,
        kind: "swap",
        origin: "swap",
        created_at: swap.created_at,
        order: shortOrder(swap.order),
        state: `payment.${swap.payment_status}`,
        fulfillment: swap.fulfillment_status,
        pieces: piecesOf(swap.additional_items),
        amount: swap.difference_due,
      }),
    );
    return { rows, count };
  },
  async claim(api, search) {
    const filters: object = filtersFor(CLAIM_FILTERS, search);
    const query = { ...filters, expand: `${EXPANDED_ORDER},claim_items` };
    const { claims, count } = (await api.GET("/admin/claims", { params: { query } })).data!;
    const rows = claims.map(
      (claim): InboxRow => ({
        id: claim.id,
        kind: "claim",
        origin: "claim",
        created_at: claim.created_at,
        order: shortOrder(claim.order),
        state: `type.${claim.type}`,
        fulfillment: claim.type === "replace" ? claim.fulfillment_status : null,
        pieces: piecesOf(claim.claim_items),
        amount: claim.refund_amount,
      }),
    );
    return { rows, count };
  },
};

export const inboxQuery = (api: Api, search: ReturnsSearch) =>
  queryOptions({
    queryKey: ["returns", "inbox", search],
    placeholderData: keepPreviousData,
    queryFn: () => readers[search.kind ?? "return"](api, search),
  });

/** The ids of the returns of an order whose goods are back and whose refund is not paid. */
export const refundsDueQuery = (api: Api, orderId: string) =>
  queryOptions({
    queryKey: ["returns", "refunds-due", orderId],
    async queryFn() {
      const query = { order_id: orderId, refund_due: true, fields: "id", expand: "" };
      return (await api.GET("/admin/returns", { params: { query } })).data!.returns.map(({ id }) => id);
    },
  });

const SELDOM_CHANGES = 5 * 60_000;

export const reasonsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["return-reasons", "names"],
    staleTime: SELDOM_CHANGES,
    queryFn: async () => (await api.GET("/admin/return-reasons")).data!.return_reasons,
  });

export const returnOptionsQuery = (api: Api, regionId: string) =>
  queryOptions({
    queryKey: ["shipping-options", "returns", regionId],
    staleTime: SELDOM_CHANGES,
    async queryFn() {
      const query = { region_id: regionId, is_return: true };
      return (await api.GET("/admin/shipping-options", { params: { query } })).data!.shipping_options;
    },
  });

export type Preview = Awaited<ReturnType<typeof readPreview>>;

export interface Exchange {
  return_items: { item_id: string; quantity: number }[];
  return_shipping?: { option_id: string; price?: number };
  additional_items?: { variant_id: string; quantity: number }[];
  /** How the new goods are sent. */
  shipping?: { option_id: string; price?: number };
}

export const readPreview = async (api: Api, orderId: string, exchange: Exchange) =>
  (
    await api.POST("/admin/orders/{id}/exchange-preview", {
      params: { path: { id: orderId } },
      body: exchange,
    })
  ).data!.preview;

/** What would be refunded or charged. Its key is not that of the order: once the exchange is made, it is refused. */
export const previewQuery = (api: Api, orderId: string, exchange: Exchange) =>
  queryOptions({
    queryKey: ["exchange-preview", orderId, exchange],
    staleTime: 0,
    queryFn: () => readPreview(api, orderId, exchange),
  });

/** What a swap costs now, and how its goods are sent. */
export const openSwapQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["returns", "swap", id],
    async queryFn() {
      const { swap } = (await api.GET("/admin/swaps/{id}", { params: { path: { id } } })).data!;
      const cart = swap.cart as {
        total?: number;
        items?: { subtotal?: number; tax_total?: number }[];
        shipping_methods?: { shipping_option_id: string }[];
      } | null;
      return {
        due: cart?.total ?? 0,
        goods: valueOfLines(cart?.items),
        optionId: cart?.shipping_methods?.[0]?.shipping_option_id ?? null,
      };
    },
  });

type Metadata = Record<string, unknown> | null;

/** The gift card that was given for the difference of a swap. The search finds the cards of an order by its number. */
export const givenCardQuery = (api: Api, orderNumber: number, swapId: string) =>
  queryOptions({
    queryKey: ["returns", "given-card", swapId],
    async queryFn() {
      const query = { q: String(orderNumber), limit: 50 };
      const { gift_cards } = (await api.GET("/admin/gift-cards", { params: { query } })).data!;
      return gift_cards.find(({ metadata }) => (metadata as Metadata)?.["swap_id"] === swapId) ?? null;
    },
  });

/** Where customers confirm a swap, with `{cart_id}` in it. Null: the shop has not set it. */
export const swapLinkQuery = (api: Api) =>
  queryOptions({ ...storeQuery(api), select: ({ swap_link_template }) => swap_link_template });
