import {
  boolean,
  entity,
  integer,
  oneOf,
  rowColumns,
  text,
  texts,
  timestamp,
} from "../../../graph/entity.ts";
import { deliveryStatuses } from "./delivery.ts";

export const webhook = entity({
  name: "webhook",
  table: "tradewind.webhook",
  description: "A URL of another system that gets events.",
  columns: {
    ...rowColumns,
    author_id: {
      ...text.nullable,
      description:
        "The user who last set the address or the events: the webhook gets what that user may read.",
    },
    url: text.required,
    description: text.nullable,
    events: {
      ...texts.required,
      description: "Names of events, patterns such as `order.*`, or `*` for all.",
    },
    is_active: boolean.required,
    failing_since: { ...timestamp.nullable, description: "Since when every attempt has failed." },
    failures: { ...integer.required, description: "Failed attempts since the last success." },
    disabled_at: {
      ...timestamp.nullable,
      description: "When it was switched off because every attempt failed.",
    },
    disabled_reason: text.nullable,
  },
});

export const webhookDelivery = entity({
  name: "webhook_delivery",
  table: "tradewind.webhook_delivery",
  description: "One event for one webhook, with the result of the attempts.",
  columns: {
    ...rowColumns,
    webhook_id: text.required,
    event_id: text.required,
    event_name: text.required,
    status: {
      ...oneOf(...deliveryStatuses).required,
      description: "`retrying`: the last attempt failed and will be repeated; `dead`: abandoned.",
    },
    attempts: integer.required,
    next_try_at: timestamp.nullable,
    last_attempt_at: timestamp.nullable,
    delivered_at: timestamp.nullable,
    response_status: integer.nullable,
    response_body: { ...text.nullable, description: "The beginning of the last response." },
    error: { ...text.nullable, description: "Why the last attempt failed." },
    duration: { ...integer.nullable, description: "Of the last attempt, in milliseconds." },
  },
});

export const webhooksEntities = [webhook, webhookDelivery];
