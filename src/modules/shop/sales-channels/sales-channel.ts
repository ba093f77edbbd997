import { invalidParts, notAllowed, notFound } from "../../../kernel/refusal.ts";

export interface SalesChannel {
  id: string;
  name: string;
  description: string | null;
  is_disabled: boolean;
}

export interface NewSalesChannel {
  name: string;
  description?: string | null;
  is_disabled?: boolean;
}

export type SalesChannelChanges = Partial<NewSalesChannel>;

export const channelFrom = (id: string, input: NewSalesChannel): SalesChannel => ({
  id,
  name: input.name,
  description: input.description ?? null,
  is_disabled: input.is_disabled ?? false,
});

export const withChanges = (channel: SalesChannel, changes: SalesChannelChanges): SalesChannel => ({
  ...channel,
  name: changes.name ?? channel.name,
  description: changes.description === undefined ? channel.description : changes.description,
  is_disabled: changes.is_disabled ?? channel.is_disabled,
});

/** Carts without a channel use the default channel, so it must stay usable. */
export function checkNotDefault(id: string, defaults: readonly string[], action: "delete" | "disable"): void {
  if (defaults.includes(id)) throw notAllowed(`You cannot ${action} the default sales channel`);
}

export const channelNotFound = (id: string) => notFound("Sales channel", id);

export const locationNotFound = (id: string) => notFound("StockLocation", id);

export const productsNotFound = (ids: readonly string[]) =>
  invalidParts([`Products ${ids.join(", ")} do not exist`]);
