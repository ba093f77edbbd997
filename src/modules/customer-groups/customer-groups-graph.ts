import { entity, json, softDeletedColumns, text, through } from "../../graph/entity.ts";

const customerGroup = entity({
  name: "customer_group",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    metadata: json.nullable,
  },
  relations: {
    customers: through("customer", "customer_group_customers", "customer_group_id", "customer_id"),
    price_lists: through("price_list", "price_list_customer_groups", "customer_group_id", "price_list_id"),
  },
});

export const customerGroupsEntities = [customerGroup];
