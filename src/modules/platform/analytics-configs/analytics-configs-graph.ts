import { boolean, entity, softDeletedColumns, text } from "../../../graph/entity.ts";

export const analyticsConfig = entity({
  name: "analytics_config",
  description: "Whether, and how, a user lets a dashboard tell of what they do.",
  columns: {
    ...softDeletedColumns,
    user_id: text.required,
    opt_out: boolean.required,
    anonymize: boolean.required,
  },
});

export const analyticsConfigsEntities = [analyticsConfig];
