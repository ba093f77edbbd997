import { channelNotOfKey } from "../../shop/publishable-keys/index.ts";

/**
 * The channels a storefront sees: those it asks for, all of its key, or null where nothing names any. A key does not
 * open what it was not made for.
 */
export function channelsInScope(
  ofKey: string[] | null,
  asked: readonly string[] | undefined,
): string[] | null {
  if (asked === undefined || asked.length === 0) return ofKey;
  const outside = ofKey === null ? [] : asked.filter((channel) => !ofKey.includes(channel));
  if (outside.length > 0) throw channelNotOfKey(outside.join(", "));
  return [...asked];
}
