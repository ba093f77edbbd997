import {
  boolean,
  entity,
  integer,
  json,
  many,
  number,
  one,
  softDeletedColumns,
  text,
  through,
} from "../../../graph/entity.ts";

export const region = entity({
  name: "region",
  isReferenceData: true,
  description: "Countries with one currency, the same tax rules and the same providers.",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    currency_code: text.required,
    tax_rate: number.required,
    tax_code: text.nullable,
    gift_cards_taxable: boolean.required,
    automatic_taxes: boolean.required,
    tax_provider_id: text.nullable,
    metadata: json.nullable,
    includes_tax: boolean.required,
  },
  relations: {
    currency: one("currency", "currency_code", { otherColumn: "code", nullable: false }),
    tax_rates: many("tax_rate", "region_id"),
    countries: many("country", "region_id"),
    tax_provider: one("tax_provider", "tax_provider_id"),
    payment_providers: through("payment_provider", "region_payment_providers", "region_id", "provider_id"),
    fulfillment_providers: through(
      "fulfillment_provider",
      "region_fulfillment_providers",
      "region_id",
      "provider_id",
    ),
  },
});

const country = entity({
  name: "country",
  isReferenceData: true,
  description: "A country by ISO 3166; it belongs to one region at most.",
  columns: {
    id: integer.required,
    iso_2: text.required,
    iso_3: text.required,
    num_code: integer.required,
    name: text.required,
    display_name: text.required,
    region_id: text.nullable,
  },
  relations: {
    region: one("region", "region_id"),
  },
});

export const regionsEntities = [region, country];
