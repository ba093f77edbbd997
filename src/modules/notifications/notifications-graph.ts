import {
  boolean,
  entity,
  json,
  many,
  one,
  rowColumns,
  softDeletedColumns,
  text,
} from "../../graph/entity.ts";

const notification = entity({
  name: "notification",
  columns: {
    ...rowColumns,
    event_name: text.nullable,
    resource_type: text.required,
    resource_id: text.required,
    customer_id: text.nullable,
    to: text.required,
    data: json.required,
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
  columns: {
    id: text.required,
    is_installed: boolean.required,
  },
});

const note = entity({
  name: "note",
  columns: {
    ...softDeletedColumns,
    value: text.required,
    resource_type: text.required,
    resource_id: text.required,
    author_id: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    author: one("user", "author_id"),
  },
});

export const notificationsEntities = [notification, notificationProvider, note];
