import { notAllowed, Refusal } from "../../../kernel/refusal.ts";

export interface TaxRate {
  id: string;
  name: string;
  code: string | null;
  /** In percent. */
  rate: number | null;
  region_id: string;
}

/** The kinds of entities that a rate can apply to. */
export const targetKinds = ["products", "product_types", "shipping_options"] as const;
export type TargetKind = (typeof targetKinds)[number];

/** The ids of the entities that a rate applies to. */
export type TaxRateTargets = Partial<Record<TargetKind, string[]>>;

export interface NewTaxRate extends TaxRateTargets {
  name: string;
  code: string;
  rate?: number | null;
  region_id: string;
}

/** Null clears the code. */
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

export const taxRateNotFound = (id: string) => new Refusal("not_found", `TaxRate with ${id} was not found`);

export const differentRegions = (taxRate: TaxRate, option: { id: string; region_id: string }) =>
  notAllowed(
    `Shipping option ${option.id} belongs to region ${option.region_id}, ` +
      `tax rate ${taxRate.id} to region ${taxRate.region_id}: they must belong to the same region`,
  );

/** The rate of the region or order, for items without a specific rate. As in v1 the code is not the region's tax code. */
export const defaultTax = (rate: number) => ({ rate, name: "default", code: "default" });
