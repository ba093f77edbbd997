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

/** The rules of a form with a list `tracking`. An empty row is no tracking. */
export const trackingRules = (t: TFunction) => ({
  number(value: string, { tracking }: Pick<Shipment, "tracking">, path: string) {
    const index = Number(path.split(".")[1]);
    return value.trim() === "" && tracking[index]?.url.trim() ? t("form.required") : null;
  },
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
