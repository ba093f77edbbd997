import { Type } from "typebox";
import { type View, viewOf } from "../../../graph/selection.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { body, metadata, ok, optional, text, view } from "../../../http/routes.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { relationsOfChangedCollection } from "../v1-shapes.ts";
import { paymentCollection } from "./payment-collections-graph.ts";

const MAX_SESSIONS = 50;
const longText = Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 10_000 });

export const collectionChangesBody = body({ description: optional(longText), metadata: optional(metadata) });

export const sessionBody = body({ provider_id: text });

export const sessionsBody = body({
  sessions: Type.Array(
    body({
      provider_id: text,
      amount: Type.Integer({ minimum: 1, maximum: MAX_AMOUNT }),
      session_id: optional(text),
    }),
    { minItems: 1, maxItems: MAX_SESSIONS },
  ),
});

export const sessionIdsBody = body({
  session_ids: Type.Array(text, { minItems: 1, maxItems: MAX_SESSIONS }),
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

export const changedCollection = viewOf({
  entity: paymentCollection,
  relations: relationsOfChangedCollection,
});

// Anyone with the id can pay the collection. The rest of the order requires the order's id.
const publicRelations = [
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
  allowedRelations: [...publicRelations, "payments"],
});

/** For a customer who chooses how to pay. */
export const collectionToPay = viewOf({
  entity: paymentCollection,
  relations: ["region", "region.payment_providers", "payment_sessions"],
});

/** For a customer who has paid. */
export const paidCollection = viewOf({
  entity: paymentCollection,
  relations: ["payment_sessions", "payments"],
});

export const collectionAnswers = {
  admin: ok({ payment_collection: shown("AdminPaymentCollection", adminCollection) }),
  store: ok({ payment_collection: shown("StorePaymentCollection", storeCollection) }),
  toPay: ok({ payment_collection: shown("StorePaymentCollectionToPay", collectionToPay) }),
  paid: ok({ payment_collection: shown("StorePaidPaymentCollection", paidCollection) }),
};
