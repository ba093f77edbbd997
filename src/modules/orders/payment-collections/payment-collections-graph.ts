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
import { collectionStatuses } from "./payment-collection-state.ts";

export const paymentCollection = entity({
  name: "payment_collection",
  description:
    "What is paid in one go, with one payment or with several: the difference that an order edit makes.",
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
    // Money is owed in the currency of the region, also after it was deleted.
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
