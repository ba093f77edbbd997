import { Type } from "typebox";
import type { Filter } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { equalTo, type QueryFilter } from "../../../http/query-filters.ts";
import { body, ok, optional } from "../../../http/routes.ts";
import { notification } from "./notifications-graph.ts";

export const resendBody = body({
  to: optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: "Another recipient. Default: the original recipient.",
    }),
  ),
});

export const adminNotification = {
  entity: notification,
  fields: [
    "id",
    "resource_type",
    "resource_id",
    "event_name",
    "to",
    "provider_id",
    "created_at",
    "updated_at",
  ],
  relations: ["resends"],
};

const includeResends: QueryFilter = {
  schema: Type.Boolean({ default: false, description: "Whether the list includes resends." }),
  toFilters: (value) => (value === true ? [] : [originalsOnly]),
};

const originalsOnly: Filter = { kind: "missing", column: "parent_id" };

export const adminNotifications = listQuery({
  view: adminNotification,
  limit: 50,
  takes: ["fields", "expand"],
  filters: {
    event_name: equalTo(),
    resource_type: equalTo(),
    resource_id: equalTo(),
    to: equalTo(),
    include_resends: includeResends,
  },
});

export const notificationAnswer = ok({ notification: shown("AdminNotification", adminNotification) });
