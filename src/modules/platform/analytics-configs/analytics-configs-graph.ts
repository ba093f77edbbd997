import { boolean, entity, softDeletedColumns, text } from "../../../graph/entity.ts";
import type { Graph, Row } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import { Refusal } from "../../../kernel/refusal.ts";

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

const analyticsConfigView = viewOf({ entity: analyticsConfig });

/** The newest config of the user: v1 may have left several. */
export async function findAnalyticsConfig(graph: Graph, userId: string): Promise<Row> {
  const [config] = await graph.rows(analyticsConfigView, {
    filters: [{ kind: "equals", column: "user_id", value: userId }],
    order: "-created_at",
    limit: 1,
    offset: 0,
  });
  if (!config) throw new Refusal("not_found", `No analytics config found for user with id: ${userId}`);
  return config;
}
