import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";

export interface Region {
  id: string;
  name: string;
  currency_code: string;
  /** In percent; applies where no specific tax rate does. */
  tax_rate: number;
  tax_code: string | null;
  gift_cards_taxable: boolean;
  automatic_taxes: boolean;
  /** Null: Tradewind itself calculates the taxes. */
  tax_provider_id: string | null;
  includes_tax: boolean;
  metadata: Metadata | null;
}

/** Country codes and provider ids that are assigned to a region in other tables. */
export interface RegionAssignments {
  countries: string[];
  payment_providers: string[];
  fulfillment_providers: string[];
}

export type ProviderKind = "payment" | "fulfillment";

export const providerName = { payment: "Payment provider", fulfillment: "Fulfillment provider" };

export interface NewRegion extends RegionAssignments {
  name: string;
  currency_code: string;
  tax_rate: number;
  tax_code?: string | null;
  includes_tax?: boolean;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

export interface RegionChanges extends Partial<NewRegion> {
  gift_cards_taxable?: boolean;
  automatic_taxes?: boolean;
  tax_provider_id?: string | null;
}

export const regionFrom = (id: string, input: NewRegion): Region => ({
  id,
  name: input.name,
  currency_code: input.currency_code.toLowerCase(),
  tax_rate: input.tax_rate,
  tax_code: input.tax_code ?? null,
  gift_cards_taxable: true,
  automatic_taxes: true,
  tax_provider_id: null,
  includes_tax: input.includes_tax ?? false,
  metadata: input.metadata ?? null,
});

export const withChanges = (region: Region, changes: RegionChanges): Region => ({
  ...region,
  name: changes.name ?? region.name,
  currency_code: changes.currency_code?.toLowerCase() ?? region.currency_code,
  tax_rate: changes.tax_rate ?? region.tax_rate,
  tax_code: changes.tax_code === undefined ? region.tax_code : changes.tax_code,
  gift_cards_taxable: changes.gift_cards_taxable ?? region.gift_cards_taxable,
  automatic_taxes: changes.automatic_taxes ?? region.automatic_taxes,
  tax_provider_id: changes.tax_provider_id === undefined ? region.tax_provider_id : changes.tax_provider_id,
  includes_tax: changes.includes_tax ?? region.includes_tax,
  metadata: changes.metadata ? mergedMetadata(region.metadata, changes.metadata) : region.metadata,
});

export const regionNotFound = (id: string) => new Refusal("not_found", `Region with ${id} was not found`);

export const currencyNotOfStore = (code: string) =>
  invalid(`Invalid currency code: ${code} is not a currency of the store`);

export const countryNotFound = (code: string) => invalid(`Invalid country code: ${code}`);

export const taxProviderNotFound = (id: string) => invalid(`Tax provider not found: ${id}`);
