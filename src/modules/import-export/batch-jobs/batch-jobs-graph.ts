import {
  boolean,
  type Column,
  entity,
  json,
  one,
  oneOf,
  softDeletedColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";
import type { Filter } from "../../../graph/filter.ts";
import type { Graph, RowFor } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import { checkOwner, type JobState, jobNotFound, jobStates, stateColumns } from "./batch-job.ts";

const status: Column<JobState> = {
  ...oneOf(...jobStates).required,
  description: "Derived from the timestamps.",
  sql: (row) => {
    const cases = stateColumns.map(([moment, state]) => `when ${row}.${moment} is not null then '${state}'`);
    return `case ${cases.reverse().join(" ")} else 'created' end`;
  },
};

const batchJob = entity({
  name: "batch_job",
  description: "A long task, such as an import or an export, that runs in the background.",
  columns: {
    ...softDeletedColumns,
    type: { ...text.required, description: "The type of the job, for example `product-export`." },
    status,
    created_by: text.nullable,
    context: {
      ...json.nullable,
      description: "The parameters of the job, for example filters, or the file to import.",
    },
    result: {
      ...json.nullable,
      description: "Progress and results: `count`, `advancement_count`, `file_key`, `errors`, …",
    },
    dry_run: {
      ...boolean.required,
      description: "The job waits for its confirmation after it was prepared.",
    },
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

export const batchJobView = viewOf({ entity: batchJob });

export type JobRow = RowFor<typeof batchJobView>;

/** Null: those of plugins that called with a role. */
export const isCreatedBy = (userId: string | null): Filter =>
  userId === null
    ? { kind: "missing", column: "created_by" }
    : { kind: "equals", column: "created_by", value: userId };

/** Refuses the job of another user. */
export async function findOwnJob(graph: Graph, id: string, userId: string | null): Promise<JobRow> {
  const job = await graph.find(batchJobView, id);
  if (!job) throw jobNotFound(id);
  checkOwner(job.created_by, userId);
  return job;
}

export const batchJobsEntities = [batchJob];
