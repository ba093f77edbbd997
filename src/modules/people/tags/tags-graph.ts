import { entity, integer, rowColumns, text } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

const columns = { ...rowColumns, name: text.required };

/** More are not counted: the number is for a page. */
export const MOST_COUNTED = 1_000;

const uses = (links: string) => ({
  ...integer.required,
  description: `How many have it. More than ${MOST_COUNTED} are not counted: the value is ${MOST_COUNTED + 1} then.`,
  sql: (row: string) => `(select count(*)::integer from (select from ${links} link
    where link.tag_id = ${row}.id limit ${MOST_COUNTED + 1}) counted)`,
});

const orderTag = entity({
  name: "order_tag",
  table: "tradewind.order_tag",
  description: "A free word on orders.",
  columns,
});

const customerTag = entity({
  name: "customer_tag",
  table: "tradewind.customer_tag",
  description: "A free word on customers.",
  columns,
});

export const usedOrderTag = entity({
  name: "used_order_tag",
  table: "tradewind.order_tag",
  description: "A tag of orders, and how many orders have it.",
  columns: { ...columns, uses: uses("tradewind.tagged_order") },
});

export const usedCustomerTag = entity({
  name: "used_customer_tag",
  table: "tradewind.customer_tag",
  description: "A tag of customers, and how many customers have it.",
  columns: { ...columns, uses: uses("tradewind.tagged_customer") },
});

/** Orders with at least one of the tags. The best plan depends on how common a tag is. */
export const orderHasTag: Condition = {
  name: "order-has-tag",
  sql: (row, tags) => `exists (select 1 from tradewind.tagged_order tagged
    where tagged.order_id = ${row}.id and tagged.tag_id = any(${tags}))`,
  isPlannedEachTime: true,
};

/** The same for customers. */
export const customerHasTag: Condition = {
  name: "customer-has-tag",
  sql: (row, tags) => `exists (select 1 from tradewind.tagged_customer tagged
    where tagged.customer_id = ${row}.id and tagged.tag_id = any(${tags}))`,
  isPlannedEachTime: true,
};

export const tagsEntities = [orderTag, customerTag, usedOrderTag, usedCustomerTag];
