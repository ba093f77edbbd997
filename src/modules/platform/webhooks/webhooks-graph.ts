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
  description: "An address outside that is told of events.",
  columns: {
    ...rowColumns,
    url: text.required,
    description: text.nullable,
    events: { ...texts.required, description: "Names of events; `order.*` for all of an area, `*` for all." },
    is_active: boolean.required,
    failing_since: { ...timestamp.nullable, description: "Since when every attempt has failed." },
    failures: { ...integer.required, description: "Failed attempts since the last one that worked." },
    disabled_at: { ...timestamp.nullable, description: "When it was switched off because it kept failing." },
    disabled_reason: text.nullable,
  },
});

export const webhookDelivery = entity({
  name: "webhook_delivery",
  table: "tradewind.webhook_delivery",
  description: "One event for one webhook, and what came of it.",
  columns: {
    ...rowColumns,
    webhook_id: text.required,
    event_id: text.required,
    event_name: text.required,
    status: {
      ...oneOf(...deliveryStatuses).required,
      description: "`retrying` has failed and is tried again; `dead` has failed for good.",
    },
    attempts: integer.required,
    next_try_at: timestamp.nullable,
    last_attempt_at: timestamp.nullable,
    delivered_at: timestamp.nullable,
    response_status: integer.nullable,
    response_body: { ...text.nullable, description: "The beginning of the last answer." },
    error: { ...text.nullable, description: "Why the last attempt failed." },
    duration: { ...integer.nullable, description: "Of the last attempt, in milliseconds." },
  },
});

export const webhooksEntities = [webhook, webhookDelivery];
