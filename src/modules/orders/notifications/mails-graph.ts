import { entity, integer, one, oneOf, rowColumns, text, timestamp } from "../../../graph/entity.ts";
import { type Condition, isLike } from "../../../graph/filter.ts";

export const mail = entity({
  name: "mail",
  table: "tradewind.mail",
  description:
    "A mail that was sent to a customer or a user, or could not be sent. It has no text and no token.",
  columns: {
    ...rowColumns,
    kind: {
      ...text.required,
      description: "The event that it is about, such as `order.placed`; `test` for a test mail.",
    },
    provider_id: text.required,
    resource_type: text.nullable,
    resource_id: text.nullable,
    order_id: text.nullable,
    customer_id: text.nullable,
    recipient: { ...text.nullable, description: "Null while no address is known." },
    state: oneOf("sent", "failed").required,
    attempts: integer.required,
    resent: { ...integer.required, description: "How often a user has sent it again." },
    error: { ...text.nullable, description: "Why the last attempt failed." },
    sent_at: timestamp.nullable,
  },
  relations: { order: one("order", "order_id") },
});

/** A part of the address, or the number of the order. Each has an index of its own, which an `or` could not use. */
export const mailMatches: Condition = {
  name: "mail-mentions",
  sql: (row, pattern) => `${row}.id in (
    select found.id from tradewind.mail found where ${isLike("found.recipient", pattern)}
    union all
    select found.id from "order" numbered join tradewind.mail found on found.order_id = numbered.id
    where numbered.display_id = (substring(${pattern}::text from '^%#?([0-9]{1,9})%$'))::integer)`,
  isPlannedEachTime: true,
};
