import { emptyAddressTexts } from "../../../kernel/address.ts";
import { invalid, notAllowed, notFound } from "../../../kernel/refusal.ts";
import { channelNotOfKey } from "../../shop/publishable-keys/index.ts";
import type { CartAddress, CartRegion } from "./cart.ts";

/** Whether the region has the country. */
export const sellsTo = ({ countries }: Pick<CartRegion, "countries">, code: string): boolean =>
  countries.some(({ iso_2 }) => iso_2 === code);

export function refuseForeignCountry(region: CartRegion, code: string | undefined): void {
  if (code !== undefined && !sellsTo(region, code.toLowerCase())) {
    throw notAllowed("Shipping country not in region");
  }
}

/** Customers of a region with one country need not send it. */
export const onlyCountryOf = ({ countries }: CartRegion): string | null =>
  countries.length === 1 ? countries[0]!.iso_2 : null;

export const emptyAddress = (id: string): CartAddress => ({
  id,
  customer_id: null,
  ...emptyAddressTexts,
  metadata: null,
});

/** A publishable key allows its own channels only. Without a key every channel is allowed. */
export function refuseChannelOutside(requested: string | undefined, ofKey: readonly string[] | null): void {
  if (requested !== undefined && ofKey !== null && !ofKey.includes(requested)) {
    throw channelNotOfKey(requested);
  }
}

/** The requested channel, or the only one of the publishable key; null for the default channel. */
export function channelFor(requested: string | undefined, ofKey: readonly string[] | null): string | null {
  if (requested !== undefined) {
    refuseChannelOutside(requested, ofKey);
    return requested;
  }
  if (ofKey !== null && ofKey.length > 1) {
    throw invalid("sales_channel_id: the publishable key is of several sales channels, so one must be named");
  }
  return ofKey?.[0] ?? null;
}

export function checkedChannel(
  channel: { id: string; name: string; is_disabled: boolean } | null,
  requested: string | null,
): string | null {
  if (requested !== null && !channel) throw notFound("Sales channel", requested);
  if (requested !== null && channel?.is_disabled) {
    throw invalid(`Unable to assign the cart to a disabled Sales Channel "${channel.name}"`);
  }
  return channel?.id ?? null;
}

/** The country of the shipping address in a new region: the sent one or the only one; null if it is not known yet. */
export function countryIn(region: CartRegion, sent: string | undefined): string | null {
  if (sent === undefined) return onlyCountryOf(region);
  const code = sent.toLowerCase();
  if (!sellsTo(region, code)) throw notAllowed("Country not available in region");
  return code;
}
