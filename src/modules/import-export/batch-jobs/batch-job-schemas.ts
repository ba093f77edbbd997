import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, textFilter } from "../../../http/query-filters.ts";
import { body, ok, optional, view } from "../../../http/routes.ts";
import { batchJobView } from "./batch-jobs-graph.ts";

export const newJobBody = body({
  type: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "The type of the job, for example `product-export`.",
  }),
  context: Type.Record(Type.String(), Type.Unknown(), {
    description: "The parameters of the job; the keys depend on the type.",
  }),
  dry_run: optional(
    Type.Boolean({
      default: false,
      description: "Reports what the job would do, and waits for its confirmation.",
    }),
  ),
});

export const jobResponseSchema = (status = 200) => ok({ batch_job: view("batch_job") }, status);

export const batchJobs = listQuery({
  view: batchJobView,
  limit: 10,
  filters: {
    id: textFilter({ comparisons: false }),
    type: anyOf(),
    confirmed_at: dates({ orNull: true }),
    pre_processed_at: dates({ orNull: true }),
    completed_at: dates({ orNull: true }),
    failed_at: dates({ orNull: true }),
    canceled_at: dates({ orNull: true }),
    created_at: dates(),
    updated_at: dates(),
  },
});
