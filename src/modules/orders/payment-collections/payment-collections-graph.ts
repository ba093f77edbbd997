import {
  entity,
  integer,
  json,
  one,
  oneOf,
  softDeletedColumns,
  text,
  through,
} from "../../../graph/entity.ts";
import type { Extra } from "../../../graph/graph.ts";
import type { Payer } from "./payment-collection.ts";
import { collectionStatuses } from "./payment-collection-state.ts";

export const paymentCollection = entity({
  name: "payment_collection",
  description: "The amount that the customer owes for an order edit, with one or more payments.",
  columns: {
    ...softDeletedColumns,
    type: oneOf("order_edit").required,
    status: oneOf(...collectionStatuses).required,
    description: text.nullable,
    amount: integer.required,
    authorized_amount: integer.nullable,
    region_id: text.required,
    currency_code: text.required,
    metadata: json.nullable,
    created_by: text.required,
  },
  relations: {
    // A deleted region still counts: the amount is in its currency.
    region: one("region", "region_id", { nullable: false, includesDeleted: true, isReferenceData: true }),
    currency: one("currency", "currency_code", { otherColumn: "code", nullable: false }),
    payment_sessions: through(
      "payment_session",
      "payment_collection_sessions",
      "payment_collection_id",
      "payment_session_id",
    ),
    payments: through("payment", "payment_collection_payments", "payment_collection_id", "payment_id"),
  },
});

export const paymentCollectionsEntities = [paymentCollection];

/** The customer and order of a payment collection: see `Payer`. */
export const payer: Extra<"$payer", Payer | null> = {
  name: "$payer",
  values: [],
  sql: (row) => `(select json_build_object(
      'order_id', placed.id,
      'is_over', edit.canceled_at is not null or edit.declined_at is not null or placed.status = 'canceled'
        or exists (select 1 from tradewind.payment_operation under_way
          where under_way.order_id = placed.id and under_way.state = 'begun'
            and under_way.purpose = 'cancel:' || placed.id),
      'is_confirmed', edit.confirmed_at is not null,
      'email', placed.email,
      'customer', (select json_build_object('id', buyer.id, 'email', buyer.email, 'first_name', buyer.first_name,
          'last_name', buyer.last_name, 'metadata', buyer.metadata)
        from customer buyer where buyer.id = placed.customer_id and buyer.deleted_at is null),
      'billing_address', (select row_to_json(billed) from address billed where billed.id = placed.billing_address_id))
    from order_edit edit join "order" placed on placed.id = edit.order_id
    where edit.payment_collection_id = ${row}.id order by edit.created_at limit 1)`,
};
