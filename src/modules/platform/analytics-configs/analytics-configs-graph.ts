import { boolean, entity, softDeletedColumns, text } from "../../../graph/entity.ts";

export const analyticsConfig = entity({
  name: "analytics_config",
  description: "Whether a dashboard may report usage data of a user, and whether anonymized.",
  columns: {
    ...softDeletedColumns,
    user_id: text.required,
    opt_out: boolean.required,
    anonymize: boolean.required,
  },
});

export const analyticsConfigsEntities = [analyticsConfig];
