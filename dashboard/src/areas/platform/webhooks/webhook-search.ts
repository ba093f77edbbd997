import {
  dayParam,
  fromParam,
  listParam,
  pageParam,
  textParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";

export interface WebhookSearch {
  q?: string | undefined;
  page?: number | undefined;
}

export const webhookSearch = (given: Record<string, unknown>): WebhookSearch =>
  withoutEmpty<WebhookSearch>({ q: textParam(given["q"]), page: pageParam(given["page"]) });

export const DELIVERY_STATUSES = ["pending", "retrying", "delivered", "dead"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Which deliveries of a webhook are listed, and the one that is open. */
export interface DeliverySearch {
  status?: DeliveryStatus[] | undefined;
  event?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
  delivery?: string | undefined;
}

export const deliverySearch = (given: Record<string, unknown>): DeliverySearch =>
  withoutEmpty<DeliverySearch>({
    status: listParam(given["status"], DELIVERY_STATUSES),
    event: textParam(given["event"]),
    from: fromParam(given["from"]),
    to: dayParam(given["to"]),
    page: pageParam(given["page"]),
    delivery: textParam(given["delivery"]),
  });
