import type { Condition } from "../../../graph/filter.ts";

/** `q`: a part of the title, the SKU or the product's title, each by its own index. The parameter is a pattern. */
export const mentionsVariant: Condition = {
  name: "variant-mentions",
  sql: (row, pattern) =>
    `${row}.id in (
      select found.id from product_variant found where found.title ilike ${pattern} and found.deleted_at is null
      union select found.id from product_variant found where found.sku ilike ${pattern} and found.deleted_at is null
      union select found.id from product_variant found
        join product on product.id = found.product_id and product.deleted_at is null
        where product.title ilike ${pattern} and found.deleted_at is null)`,
};
