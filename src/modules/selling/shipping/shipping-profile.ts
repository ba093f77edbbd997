import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";

export type ProfileType = "default" | "gift_card" | "custom";

export interface ShippingProfile {
  id: string;
  name: string;
  type: ProfileType;
  metadata: Metadata | null;
}

export interface NewShippingProfile {
  name: string;
  type: ProfileType;
  metadata?: Metadata;
}

export type ShippingProfileChanges = Partial<NewShippingProfile>;

export const profileFrom = (id: string, input: NewShippingProfile): ShippingProfile => ({
  id,
  name: input.name,
  type: input.type,
  metadata: input.metadata ?? null,
});

export const withChanges = (profile: ShippingProfile, changes: ShippingProfileChanges): ShippingProfile => ({
  ...profile,
  name: changes.name ?? profile.name,
  type: changes.type ?? profile.type,
  metadata: changes.metadata ? mergedMetadata(profile.metadata, changes.metadata) : profile.metadata,
});

/** The shop needs one default profile and one for gift cards: they are used if no other is given. */
export function refuseLosingLastOf(profile: ShippingProfile, others: readonly ShippingProfile[]): void {
  if (profile.type === "custom" || others.some(({ type }) => type === profile.type)) return;
  throw notAllowed(
    `${profile.name} is the last shipping profile of type ${profile.type}, which the shop needs`,
  );
}

export const unknownProfile = (id: string) => notFound("Profile", id);

export const noDefaultProfile = () =>
  invalid("profile_id is required: the shop has no default shipping profile");

export const unknownProducts = (ids: readonly string[]) =>
  new Refusal("not_found", `products: Product with id: ${ids.join(", ")} was not found`);
