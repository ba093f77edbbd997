import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";

export type PriceType = "flat_rate" | "calculated";

export interface ShippingOption {
  id: string;
  name: string;
  region_id: string;
  profile_id: string;
  provider_id: string;
  price_type: PriceType;
  /** The flat rate. It says nothing where the carrier calculates the price; v1 has stored such amounts. */
  amount: number | null;
  is_return: boolean;
  admin_only: boolean;
  includes_tax: boolean;
  /** The service of the carrier. */
  data: Record<string, unknown>;
  metadata: Metadata | null;
  requirements: Requirement[];
}

export interface NewShippingOption {
  name: string;
  region_id: string;
  /** Without it the default profile of the shop is used. */
  profile_id?: string;
  provider_id: string;
  data: Record<string, unknown>;
  price_type: PriceType;
  amount?: number | null;
  requirements?: RequirementInput[];
  is_return?: boolean;
  admin_only?: boolean;
  includes_tax?: boolean;
  metadata?: Metadata;
}

/** Region, carrier and direction cannot change, because orders depend on them. */
export interface ShippingOptionChanges {
  name?: string;
  price_type?: PriceType;
  amount?: number | null;
  requirements: RequirementInput[];
  admin_only?: boolean;
  includes_tax?: boolean;
  metadata?: Metadata;
}

type OptionWithoutProfile = Omit<ShippingOption, "profile_id">;

export const optionFrom = (
  id: string,
  input: NewShippingOption,
  requirements: Requirement[],
): OptionWithoutProfile => ({
  id,
  name: input.name,
  region_id: input.region_id,
  provider_id: input.provider_id,
  price_type: input.price_type,
  amount: amountFor(input.price_type, input),
  is_return: input.is_return ?? false,
  admin_only: input.admin_only ?? false,
  includes_tax: input.includes_tax ?? false,
  data: input.data,
  metadata: input.metadata ?? null,
  requirements,
});

export function withChanges(
  option: ShippingOption,
  changes: ShippingOptionChanges,
  requirements: Requirement[],
): ShippingOption {
  const priceType = changes.price_type ?? option.price_type;
  const { price_type, amount = option.amount } = changes;
  return {
    ...option,
    name: changes.name ?? option.name,
    price_type: priceType,
    amount: amountFor(priceType, { price_type, amount }),
    admin_only: changes.admin_only ?? option.admin_only,
    includes_tax: changes.includes_tax ?? option.includes_tax,
    metadata: changes.metadata ? mergedMetadata(option.metadata, changes.metadata) : option.metadata,
    requirements,
  };
}

/** As in v1: an amount is dropped where `calculated` is sent with it, and stored where it is sent alone. */
function amountFor(
  priceType: PriceType,
  { price_type: sentType, amount = null }: { price_type?: PriceType; amount?: number | null },
): number | null {
  if (priceType === "flat_rate" && amount === null) {
    throw invalid("Shipping options of type `flat_rate` must have an `amount`");
  }
  return sentType === "calculated" ? null : amount;
}

export const unknownOption = (id: string) =>
  new Refusal("not_found", `Shipping Option with ${id} was not found`);

export const unknownOptions = (ids: readonly string[]) =>
  new Refusal("not_found", `shipping_options: Shipping Option with ${ids.join(", ")} was not found`);

export const unknownRegion = (id: string) => new Refusal("not_found", `Region with ${id} was not found`);

export const carrierNotInRegion = () =>
  invalid("The fulfillment provider is not available in the provided region");

export type RequirementType = "min_subtotal" | "max_subtotal";

export interface Requirement {
  id: string;
  type: RequirementType;
  amount: number;
}

/** The id is set for an existing requirement. */
type RequirementInput = Omit<Requirement, "id"> & { id?: string };

/** Replaces the requirements. Those that are sent with their id keep it. */
export function requirementsFrom(
  sent: readonly RequirementInput[],
  current: readonly Requirement[],
  nextId: () => string,
): Requirement[] {
  for (const { id } of sent) {
    if (id !== undefined && !current.some((requirement) => requirement.id === id)) {
      throw invalid(`Shipping option requirement with id ${id} does not exist`);
    }
  }
  refuseContradictions(sent);
  return sent.map(({ id, type, amount }) => ({ id: id ?? nextId(), type, amount }));
}

function refuseContradictions(requirements: readonly RequirementInput[]): void {
  const ids = requirements.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw invalid("requirements: an ID is sent twice");
  const [min, ...moreMins] = amountsOf(requirements, "min_subtotal");
  const [max, ...moreMaxs] = amountsOf(requirements, "max_subtotal");
  if (moreMins.length + moreMaxs.length > 0) {
    throw invalid("Only one requirement of each type is allowed");
  }
  // The subtotal must be at least the minimum and below the maximum.
  if (min !== undefined && max !== undefined && max <= min) {
    throw invalid("Max. subtotal must be greater than Min. subtotal");
  }
}

const amountsOf = (requirements: readonly RequirementInput[], type: RequirementType) =>
  requirements.filter((requirement) => requirement.type === type).map(({ amount }) => amount);
