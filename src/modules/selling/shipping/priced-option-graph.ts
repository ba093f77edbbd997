import { type Column, jsonOf } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";
import { regionTaxLine } from "../../shop/taxes/index.ts";
import { shippingOption } from "./shipping-graph.ts";
import type { PriceBasis } from "./shipping-price.ts";

/**
 * The basis of the price with taxes: the amount, and the rates of the option or else of its region. Without automatic taxes
 * the rates are empty, and the checkout calculates them.
 */
const priceBasis: Column<PriceBasis> = {
  ...jsonOf<PriceBasis>().required,
  sql: (row) => `(select json_build_object(
      'amount', ${row}.amount,
      'includes_tax', ${row}.includes_tax,
      'rates', case when home.automatic_taxes then coalesce(
        (select json_agg(json_build_object('rate', own.rate, 'name', own.name, 'code', own.code)
            order by own.created_at, own.id)
          from shipping_tax_rate attached join tax_rate own on own.id = attached.rate_id
          where attached.shipping_option_id = ${row}.id),
        json_build_array(${regionTaxLine("home")})
      ) else '[]'::json end)
    from region home where home.id = ${row}.region_id)`,
};

/** The last three fields have the basis of the price, which `withPrice` replaces by the values. */
export const pricedShippingOption = {
  ...shippingOption,
  columns: {
    ...shippingOption.columns,
    price_incl_tax: priceBasis,
    tax_rates: priceBasis,
    tax_amount: priceBasis,
  },
};

/** Options that can ship at least one of the products. */
export const forAnyProduct: Condition = {
  name: "shipping-option-for-any-product",
  sql: (row, parameter) =>
    `exists (select 1 from product_shipping_profile placed join product goods on goods.id = placed.product_id
      where placed.profile_id = ${row}.profile_id and goods.id = any(${parameter}) and goods.deleted_at is null)`,
};

const isCarrierInstalled = (row: string) => `exists (select 1 from fulfillment_provider carrier
    where carrier.id = ${row}.provider_id and carrier.is_installed)`;

/** Whether the region and the profile of an option still exist. */
export const isOffered = (row: string) =>
  `(exists (select 1 from region home where home.id = ${row}.region_id and home.deleted_at is null)
    and exists (select 1 from shipping_profile kind where kind.id = ${row}.profile_id and kind.deleted_at is null))`;

/** Options that are offered to customers. The parameter is the required value of `admin_only`. */
export const offeredToCustomers: Condition = {
  name: "shipping-option-offered",
  sql: (row, parameter) =>
    `${row}.admin_only = ${parameter} and ${isOffered(row)} and ${isCarrierInstalled(row)}`,
};
