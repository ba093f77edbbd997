import { Type } from "typebox";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { dates } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional } from "../../../http/routes.ts";
import { region } from "./regions-graph.ts";

const name = Type.String({ minLength: 1, maxLength: 255 });
const id = Type.String({ minLength: 1, maxLength: 255 });
const currencyCode = Type.String({ minLength: 1, maxLength: 20, description: "A currency of the store." });
const countryCode = Type.String({ minLength: 1, maxLength: 20, description: "ISO 3166-1 alpha-2." });
const taxRate = Type.Number({ minimum: 0, maximum: 100, description: "In percent." });
const taxCode = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 255 });
const countries = Type.Array(countryCode, { maxItems: 500 });
const providers = Type.Array(id, { maxItems: 100 });
const includesTax = Type.Boolean({ description: "Whether prices in this region include tax." });

export const newRegionBody = body({
  name,
  currency_code: currencyCode,
  tax_rate: taxRate,
  tax_code: optional(taxCode),
  payment_providers: providers,
  fulfillment_providers: providers,
  countries,
  includes_tax: optional(includesTax),
  metadata: optional(metadata),
  ...fieldsOfNewRow("region"),
});

export const regionChangesBody = body({
  name: optional(name),
  currency_code: optional(currencyCode),
  tax_rate: optional(taxRate),
  tax_code: optional(taxCode),
  gift_cards_taxable: optional(Type.Boolean()),
  automatic_taxes: optional(
    Type.Boolean({ description: "Whether carts include taxes without a request to calculate them." }),
  ),
  tax_provider_id: optional(
    Type.Unsafe<string | null>({
      type: ["string", "null"],
      maxLength: 255,
      description: "Null: Tradewind itself calculates the taxes.",
    }),
  ),
  payment_providers: optional(providers),
  fulfillment_providers: optional(providers),
  countries: optional(countries),
  includes_tax: optional(includesTax),
  metadata: optional(metadata),
  ...fieldsOfRow("region"),
});

export const countryBody = body({ country_code: countryCode });

export const providerBody = body({ provider_id: id });

export const fulfillmentOptionsSchema = ok({
  fulfillment_options: Type.Array(
    Type.Object({
      provider_id: Type.String(),
      options: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
});

const relations = ["countries", "payment_providers", "fulfillment_providers", "currency"];

export const adminRegion = { entity: region, relations, allowedRelations: relations };

export const adminRegions = listQuery({
  view: adminRegion,
  limit: 50,
  search: ["name"],
  searchesFields: true,
  filters: { created_at: dates(), updated_at: dates(), deleted_at: dates() },
});

/** A path in `fields` could reach tax rates and, from there, unpublished products. */
export const storeRegion = { ...adminRegion, allowedFields: Object.keys(region.columns) };

export const storeRegions = listQuery({
  view: storeRegion,
  limit: 100,
  filters: { created_at: dates(), updated_at: dates() },
});

export const regionResponseSchema = ok({ region: shown("RegionWithCountries", adminRegion) });
