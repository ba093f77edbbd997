import { entity, text, timestamp } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

const ofUser = (column: "email" | "first_name" | "last_name") => (row: string) =>
  `(select assigned.${column} from "user" assigned where assigned.id = ${row}.user_id)`;

const assignee = entity({
  name: "order_assignee",
  table: "tradewind.order_assignee",
  key: "order_id",
  description: "The user who takes care of an order.",
  columns: {
    order_id: text.required,
    user_id: text.required,
    assigned_at: timestamp.required,
    email: { ...text.nullable, sql: ofUser("email") },
    first_name: { ...text.nullable, sql: ofUser("first_name") },
    last_name: { ...text.nullable, sql: ofUser("last_name") },
  },
});

export const isAssignedTo: Condition = {
  name: "order-assigned-to",
  sql: (row, user) => `exists (select 1 from tradewind.order_assignee assigned
    where assigned.order_id = ${row}.id and assigned.user_id = ${user})`,
  isPlannedEachTime: true,
};

/** Orders that wait for work and that no user takes care of. Of all orders without one, the old ones need none. */
export const isUnassigned: Condition = {
  name: "order-unassigned",
  sql: (row) => `(${row}.canceled_at is null
    and ${row}.fulfillment_status in ('not_fulfilled', 'partially_fulfilled', 'fulfilled', 'partially_shipped', 'requires_action')
    and not exists (select 1 from tradewind.order_assignee assigned where assigned.order_id = ${row}.id))`,
  isPlannedEachTime: true,
};

export const assigneesEntities = [assignee];
