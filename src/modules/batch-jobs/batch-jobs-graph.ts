import { boolean, entity, json, one, softDeletedColumns, text, timestamp } from "../../graph/entity.ts";

const batchJob = entity({
  name: "batch_job",
  columns: {
    ...softDeletedColumns,
    type: text.required,
    created_by: text.nullable,
    context: json.nullable,
    result: json.nullable,
    dry_run: boolean.required,
    pre_processed_at: timestamp.nullable,
    processing_at: timestamp.nullable,
    confirmed_at: timestamp.nullable,
    completed_at: timestamp.nullable,
    canceled_at: timestamp.nullable,
    failed_at: timestamp.nullable,
  },
  relations: {
    created_by_user: one("user", "created_by"),
  },
});

export const batchJobsEntities = [batchJob];
