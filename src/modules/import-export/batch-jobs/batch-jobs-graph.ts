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
import type { RowFor } from "../../../graph/graph.ts";
import { viewOf } from "../../../graph/selection.ts";
import { type JobState, jobStates, momentsOfStates } from "./job-state.ts";

const status: Column<JobState> = {
  ...oneOf(...jobStates).required,
  description: "Follows from the times below.",
  sql: (row) => {
    const cases = momentsOfStates.map(
      ([moment, state]) => `when ${row}.${moment} is not null then '${state}'`,
    );
    return `case ${cases.reverse().join(" ")} else 'created' end`;
  },
};

const batchJob = entity({
  name: "batch_job",
  description: "Long work, such as an import or an export, that goes on after the request that asked for it.",
  columns: {
    ...softDeletedColumns,
    type: { ...text.required, description: "What kind of work, e.g. `product-export`." },
    status,
    created_by: text.nullable,
    context: {
      ...json.nullable,
      description: "What the work is about, e.g. filters, or the file to import.",
    },
    result: {
      ...json.nullable,
      description: "How far it got and what came out: `count`, `advancement_count`, `file_key`, `errors`, …",
    },
    dry_run: { ...boolean.required, description: "Waits for its confirmation after it was prepared." },
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

export const shownJob = viewOf({ entity: batchJob });

export type JobRow = RowFor<typeof shownJob>;

export const batchJobsEntities = [batchJob];
