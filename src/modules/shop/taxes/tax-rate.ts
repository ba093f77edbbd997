import { notAllowed, Refusal } from "../../../kernel/refusal.ts";

export interface TaxRate {
  id: string;
  name: string;
  code: string | null;
  /** In percent. */
  rate: number | null;
  region_id: string;
}

/** What a rate can be for. */
export const targetKinds = ["products", "product_types", "shipping_options"] as const;
export type TargetKind = (typeof targetKinds)[number];

/** Ids of what the rate is for. */
export type Targets = Partial<Record<TargetKind, string[]>>;

export interface NewTaxRate extends Targets {
  name: string;
  code: string;
  rate?: number | null;
  region_id: string;
}

/** Null takes the code away. */
export type TaxRateChanges = Partial<Omit<NewTaxRate, "code">> & { code?: string | null };

export const taxRateFrom = (id: string, input: NewTaxRate): TaxRate => ({
  id,
  name: input.name,
  code: input.code,
  rate: input.rate ?? null,
  region_id: input.region_id,
});

export const withChanges = (taxRate: TaxRate, changes: TaxRateChanges): TaxRate => ({
  ...taxRate,
  name: changes.name ?? taxRate.name,
  code: changes.code === undefined ? taxRate.code : changes.code,
  rate: changes.rate === undefined ? taxRate.rate : changes.rate,
  region_id: changes.region_id ?? taxRate.region_id,
});

export const unknownTaxRate = (id: string) => new Refusal("not_found", `TaxRate with ${id} was not found`);

export const otherRegion = (taxRate: TaxRate, option: { id: string; region_id: string }) =>
  notAllowed(
    `Shipping option ${option.id} belongs to region ${option.region_id}, ` +
      `tax rate ${taxRate.id} to region ${taxRate.region_id}: they must belong to the same region`,
  );
