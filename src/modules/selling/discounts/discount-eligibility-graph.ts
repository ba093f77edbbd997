/** Which things of a product a condition of each kind looks at. `condition` is the alias of its row. */
const matches = (condition: string, productId: string): Record<string, string> => ({
  products: `exists (select 1 from discount_condition_product eligible_link
    where eligible_link.condition_id = ${condition}.id and eligible_link.product_id = ${productId})`,
  product_types: `exists (select 1 from discount_condition_product_type eligible_link
    join product eligible_product on eligible_product.type_id = eligible_link.product_type_id
    where eligible_link.condition_id = ${condition}.id and eligible_product.id = ${productId})`,
  product_collections: `exists (select 1 from discount_condition_product_collection eligible_link
    join product eligible_product on eligible_product.collection_id = eligible_link.product_collection_id
    where eligible_link.condition_id = ${condition}.id and eligible_product.id = ${productId})`,
  product_tags: `exists (select 1 from discount_condition_product_tag eligible_link
    join product_tags eligible_tagged on eligible_tagged.product_tag_id = eligible_link.product_tag_id
    where eligible_link.condition_id = ${condition}.id and eligible_tagged.product_id = ${productId})`,
});

/**
 * SQL that is true when all conditions of the rule about products hold for the product; those about customers decide
 * elsewhere. The arguments are SQL: parameters, or columns with the alias of their row. What is no product (null) fits
 * only a rule without such conditions.
 */
export function productIsEligible(ruleId: string, productId: string): string {
  const condition = "eligible_condition";
  const cases = Object.entries(matches(condition, productId)).map(
    ([type, isMatched]) => `when '${type}' then ${isMatched}`,
  );
  return `not exists (select 1 from discount_condition ${condition}
    where ${condition}.discount_rule_id = ${ruleId} and ${condition}.deleted_at is null
      and ${condition}.type <> 'customer_groups'
      and (${productId} is null
        or (${condition}.operator = 'in') <> (case ${condition}.type ${cases.join(" ")} end)))`;
}
