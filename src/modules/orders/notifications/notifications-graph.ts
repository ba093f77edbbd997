import { boolean, entity, many, one, rowColumns, text } from "../../../graph/entity.ts";

/**
 * The column `data` is left out: it is what the provider needs to send the message again.
 */
export const notification = entity({
  name: "notification",
  description: "A message that a notification provider sent.",
  columns: {
    ...rowColumns,
    event_name: text.nullable,
    resource_type: text.required,
    resource_id: text.required,
    customer_id: text.nullable,
    to: text.required,
    parent_id: text.nullable,
    provider_id: text.nullable,
  },
  relations: {
    customer: one("customer", "customer_id"),
    parent_notification: one("notification", "parent_id"),
    resends: many("notification", "parent_id"),
    provider: one("notification_provider", "provider_id"),
  },
});

const notificationProvider = entity({
  name: "notification_provider",
  description: "A provider that sends notifications.",
  columns: {
    id: text.required,
    is_installed: boolean.required,
  },
});

export const notificationsEntities = [notification, notificationProvider];
