import type { Schemas } from "@tradewind/client";
import type { TFunction } from "i18next";
import type { Api } from "../../kit/api/api.ts";

export type Parcel = Schemas["AdminOrder"]["fulfillments"][number];

/** A tracking number and the page of the carrier about it, as typed. */
export interface TypedTracking {
  number: string;
  url: string;
}

/** What leaves the house. */
export interface Shipment {
  tracking: TypedTracking[];
  notify: boolean;
}

export const NO_TRACKING: TypedTracking = { number: "", url: "" };

export const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim());

/** The numbers of a parcel. v1 once stored numbers without links in a column of their own. */
export function trackingOf({ tracking_links, tracking_numbers }: Parcel): TypedTracking[] {
  const links = tracking_links.map(({ tracking_number, url }) => ({
    number: tracking_number,
    url: url ?? "",
  }));
  const known = new Set(links.map(({ number }) => number));
  const old = (tracking_numbers as string[]).filter((number) => !known.has(number));
  return [...links, ...old.map((number) => ({ number, url: "" }))];
}

/** What a form has at the path of a field's row: `tracking.0` of `tracking.0.url`. */
const rowOf = (values: object, path: string) =>
  path
    .split(".")
    .slice(0, -1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], values) as TypedTracking;

/** The rules of the rows of a form. An empty row is no tracking. */
export const trackingRules = (t: TFunction) => ({
  number: (value: string, values: object, path: string) =>
    value.trim() === "" && rowOf(values, path).url.trim() ? t("form.required") : null,
  url: (value: string) => (value.trim() === "" || isWebAddress(value) ? null : t("order.track.noLink")),
});

const sentTracking = (tracking: readonly TypedTracking[]) =>
  tracking
    .filter(({ number }) => number.trim() !== "")
    .map(({ number, url }) => ({ tracking_number: number.trim(), url: url.trim() || null }));

interface ParcelRef {
  orderId: string;
  parcelId: string;
}

/** Of a parcel of the order, or of its swaps and claims. */
export const saveTracking = (api: Api, { orderId, parcelId }: ParcelRef, { tracking, notify }: Shipment) =>
  api.POST("/admin/orders/{id}/fulfillments/{fulfillment_id}/tracking", {
    params: { path: { id: orderId, fulfillment_id: parcelId } },
    body: { tracking_links: sentTracking(tracking), no_notification: !notify },
  });

/**
 * Saves the numbers first, so that the mail about the shipment has them. Without any, the server takes those that the
 * carrier gives.
 */
export async function shipTracked(
  api: Api,
  { shipment, ...ref }: ParcelRef & { shipment: Shipment },
  ship: (body: { fulfillment_id: string; tracking_numbers?: string[] }) => Promise<unknown>,
): Promise<void> {
  const isTracked = sentTracking(shipment.tracking).length > 0;
  if (isTracked) await saveTracking(api, ref, shipment);
  await ship({ fulfillment_id: ref.parcelId, ...(isTracked && { tracking_numbers: [] }) });
}
