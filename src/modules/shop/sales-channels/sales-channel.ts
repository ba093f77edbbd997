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

/** Carts that name no channel go into the default one, so there must be one that takes them. */
export function keepDefault(id: string, defaults: readonly string[], step: "delete" | "disable"): void {
  if (defaults.includes(id)) throw notAllowed(`You cannot ${step} the default sales channel`);
}

export const unknownChannel = (id: string) => notFound("Sales channel", id);

export const unknownLocation = (id: string) => notFound("StockLocation", id);

export const unknownProducts = (ids: readonly string[]) =>
  invalidParts([`Products ${ids.join(", ")} do not exist`]);
