import { invalidParts, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";

export interface PublishableKey {
  id: string;
  title: string;
  revoked_at: Date | null;
}

/** What is known of the key that a storefront sends. */
export interface KeyUse {
  revoked_at: Date | null;
  /** How many channels the key was given, deleted ones too. */
  given: number;
  /** Those of them that still exist. */
  channels: string[];
}

/**
 * What a storefront may see: null is everything, a list is what is sold in these channels.
 *
 * - A key that was given no channel yet shows everything, as in v1.
 * - A key whose channels were all deleted shows nothing: deleting a channel must not open the rest of the shop.
 * - A key that is unknown or revoked is a credential that does not count: 401. Taken for "no key" it would show its
 *   storefront more than before it was revoked.
 */
export function scopeOf(use: KeyUse | undefined): string[] | null {
  if (!use) throw new Refusal("unauthorized", "The publishable API key is not known");
  if (use.revoked_at) throw new Refusal("unauthorized", "The publishable API key was revoked");
  return use.given === 0 ? null : use.channels;
}

export function notRevoked(key: PublishableKey): void {
  if (key.revoked_at) throw notAllowed("PublishableApiKey has already been revoked.");
}

/** A channel was asked for that the key of the storefront was not given. */
export const channelOutsideKey = (channel: string) =>
  invalidParts([
    `Provided sales channel id param: ${channel} is not associated with the Publishable API Key passed in the header of the request.`,
  ]);

/** Goods were asked for that are sold in other channels only. */
export const outsideChannelsOfKey = (what: string) =>
  invalidParts([
    `${what} is not associated with sales channels defined by the Publishable API Key passed in the header of the request.`,
  ]);

export const unknownKey = (id: string) => notFound("Publishable key", id);

export const unknownChannels = (ids: readonly string[]) =>
  invalidParts([`Sales Channels ${ids.join(", ")} do not exist`]);
