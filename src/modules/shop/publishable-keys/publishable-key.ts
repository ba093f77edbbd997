import { invalidParts, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";

export interface PublishableKey {
  id: string;
  title: string;
  revoked_at: Date | null;
}

/** The state of the key in a storefront's request. */
export interface KeyAccess {
  revoked_at: Date | null;
  /** How many channels the key has, including deleted ones. */
  channelCount: number;
  /** The channels of the key that still exist. */
  channels: string[];
}

/**
 * The channels that a storefront may see; null means all.
 *
 * - A key without channels shows everything, as in v1.
 * - A key whose channels were all deleted shows nothing: deleting a channel must not open the rest of the shop.
 * - An unknown or revoked key is refused with 401. Treated as "no key" it would show more than before it was revoked.
 */
export function visibleChannels(access: KeyAccess | undefined): string[] | null {
  if (!access) throw new Refusal("unauthorized", "The publishable API key is not known");
  if (access.revoked_at) throw new Refusal("unauthorized", "The publishable API key was revoked");
  return access.channelCount === 0 ? null : access.channels;
}

export function checkNotRevoked(key: PublishableKey): void {
  if (key.revoked_at) throw notAllowed("PublishableApiKey has already been revoked.");
}

/** The requested channel does not belong to the storefront's key. */
export const channelNotOfKey = (channel: string) =>
  invalidParts([
    `Provided sales channel id param: ${channel} is not associated with the Publishable API Key passed in the header of the request.`,
  ]);

/** The requested product or variant is sold only in channels outside the storefront's key. */
export const notInChannelsOfKey = (what: string) =>
  invalidParts([
    `${what} is not associated with sales channels defined by the Publishable API Key passed in the header of the request.`,
  ]);

export const keyNotFound = (id: string) => notFound("Publishable key", id);

export const channelsNotFound = (ids: readonly string[]) =>
  invalidParts([`Sales Channels ${ids.join(", ")} do not exist`]);
