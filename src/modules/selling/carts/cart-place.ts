import { emptyAddressTexts } from "../../../kernel/address.ts";
import { invalid, notAllowed, notFound } from "../../../kernel/refusal.ts";
import { channelNotOfKey } from "../../shop/publishable-keys/index.ts";
import type { CartAddress, CartRegion } from "./cart.ts";

/** Whether goods are sent to the country from this region. */
export const sellsTo = ({ countries }: Pick<CartRegion, "countries">, code: string): boolean =>
  countries.some(({ iso_2 }) => iso_2 === code);

export function refuseForeignCountry(region: CartRegion, code: string | undefined): void {
  if (code !== undefined && !sellsTo(region, code.toLowerCase())) {
    throw notAllowed("Shipping country not in region");
  }
}

/** Where goods can go to one country only, customers need not say which. */
export const onlyCountryOf = ({ countries }: CartRegion): string | null =>
  countries.length === 1 ? countries[0]!.iso_2 : null;

export const blankAddress = (id: string): CartAddress => ({
  id,
  customer_id: null,
  ...emptyAddressTexts,
  metadata: null,
});

/** A storefront sells only in the channels of its publishable key; without a key in any. */
export function refuseChannelOutside(asked: string | undefined, ofKey: readonly string[] | null): void {
  if (asked !== undefined && ofKey !== null && !ofKey.includes(asked)) {
    throw channelNotOfKey(asked);
  }
}

/** A cart is of the channel that was asked for, of the only one of the storefront's key, or of the default one. */
export function channelFor(asked: string | undefined, ofKey: readonly string[] | null): string | null {
  if (asked !== undefined) {
    refuseChannelOutside(asked, ofKey);
    return asked;
  }
  if (ofKey !== null && ofKey.length > 1) {
    throw invalid("sales_channel_id: the publishable key is of several sales channels, so one must be named");
  }
  return ofKey?.[0] ?? null;
}

export function checkedChannel(
  channel: { id: string; name: string; is_disabled: boolean } | null,
  asked: string | null,
): string | null {
  if (asked !== null && !channel) throw notFound("Sales channel", asked);
  if (asked !== null && channel?.is_disabled) {
    throw invalid(`Unable to assign the cart to a disabled Sales Channel "${channel.name}"`);
  }
  return channel?.id ?? null;
}

/** The country of the shipping address in a new region: as sent, or the only one there is, or still to be said. */
export function countryIn(region: CartRegion, sent: string | undefined): string | null {
  if (sent === undefined) return onlyCountryOf(region);
  const code = sent.toLowerCase();
  if (!sellsTo(region, code)) throw notAllowed("Country not available in region");
  return code;
}
