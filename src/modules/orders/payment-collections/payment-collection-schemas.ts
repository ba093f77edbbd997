import { Type } from "typebox";
import { type View, viewOf } from "../../../graph/selection.ts";
import { body, metadata, ok, optional, text, view } from "../../../http/routes.ts";
import { paymentCollection } from "./payment-collections-graph.ts";

const MOST = 2_147_483_647;
const MOST_SESSIONS = 50;
const longText = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 10_000 });

export const collectionChangesBody = body({ description: optional(longText), metadata: optional(metadata) });

export const sessionBody = body({ provider_id: text });

export const sessionsBody = body({
  sessions: Type.Array(
    body({
      provider_id: text,
      amount: Type.Integer({ minimum: 1, maximum: MOST }),
      session_id: optional(text),
    }),
    { minItems: 1, maxItems: MOST_SESSIONS },
  ),
});

export const sessionIdsBody = body({
  session_ids: Type.Array(text, { minItems: 1, maxItems: MOST_SESSIONS }),
});

export const collectionAnswer = ok({ payment_collection: view("payment_collection") });
export const sessionAnswer = ok({ payment_session: view("payment_session") });

const fields = ["id", "type", "status", "description", "amount", "currency_code", "metadata"];

export type CollectionView = View<typeof paymentCollection>;

export const adminCollection = viewOf({
  entity: paymentCollection,
  fields: [...fields, "authorized_amount"],
  relations: ["region", "payment_sessions", "payments"],
});

/** After administrators have changed a collection, they see it without what belongs to it. */
export const changedCollection = viewOf({ entity: paymentCollection });

// Whoever has the id may pay, and sees what there is to pay and how. The rest of the order is behind the order's own id.
const forAnybody = [
  "region",
  "region.payment_providers",
  "region.fulfillment_providers",
  "region.countries",
  "region.currency",
  "currency",
  "payment_sessions",
];

export const storeCollection = viewOf({
  entity: paymentCollection,
  fields,
  relations: ["region", "payment_sessions"],
  allowedFields: [...fields, "authorized_amount", "region_id", "created_at", "updated_at"],
  allowedRelations: [...forAnybody, "payments"],
});

/** What a customer who chooses how to pay gets to see. */
export const collectionToPay = viewOf({
  entity: paymentCollection,
  relations: ["region", "region.payment_providers", "payment_sessions"],
});

/** What a customer who has paid gets to see. */
export const paidCollection = viewOf({
  entity: paymentCollection,
  relations: ["payment_sessions", "payments"],
});
