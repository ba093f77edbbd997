/** A region's own rate, for what has no rate of its own. As in v1 its code is never the region's tax code. */
export const regionTaxLine = (region: string) =>
  `json_build_object('rate', ${region}.tax_rate, 'name', 'default', 'code', 'default')`;

/** Rates of the table `tax_rate` as tax lines, null where there are none. A rate without a number is 0, as in v1. */
export const taxLinesWhere = (condition: string) => `(
  select json_agg(json_build_object('rate', coalesce(rate.rate, 0), 'name', rate.name, 'code', rate.code)
    order by rate.created_at, rate.id)
  from tax_rate rate where ${condition})`;

/** From what is attached to the rate: that is nearly always nothing, and then no rate is looked at. */
export const isRateOfProduct = (product: string) => `rate.id in (
  select attached.rate_id from product_tax_rate attached where attached.product_id = ${product}.id
  union select attached.rate_id from product_type_tax_rate attached
    where attached.product_type_id = ${product}.type_id)`;

export const isRateOfOption = (optionId: string) => `rate.id in (
  select attached.rate_id from shipping_tax_rate attached where attached.shipping_option_id = ${optionId})`;
