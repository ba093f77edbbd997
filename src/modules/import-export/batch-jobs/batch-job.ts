import { notAllowed, Refusal } from "../../../kernel/refusal.ts";
import {
  canHappen,
  type JobEvent,
  type JobState,
  type Moments,
  markOf,
  nextState,
  stateOf,
} from "./job-state.ts";

type Json = Record<string, unknown>;

export interface BatchJob {
  id: string;
  type: string;
  createdBy: string | null;
  isDryRun: boolean;
  context: Json;
  result: Json;
  moments: Moments;
  /** The run that works on it. */
  runId: string | null;
}

export const stateOfJob = ({ moments }: BatchJob): JobState => stateOf(moments);

/** What these events, one after the other, leave behind on a job, or a refusal. What happened before is not new. */
export function marksAfter(job: BatchJob, events: readonly JobEvent[]): JobState[] {
  let state = stateOfJob(job);
  for (const event of events) {
    const next = nextState(state, event);
    if (next === undefined) throw refusalOf(event);
    state = next;
  }
  return events.map((event) => markOf[event]).filter((mark) => job.moments[`${mark}_at`] === null);
}

const refusals: Partial<Record<JobEvent, string>> = {
  confirm: "Cannot confirm processing for a batch job that is not pre processed",
  cancel: "Cannot cancel completed batch job",
};

const refusalOf = (event: JobEvent) =>
  notAllowed(refusals[event] ?? `Cannot ${event.replace("_", " ")} the batch job now`);

/** Whether a run may go on: nobody has canceled the job, and no other run has taken its place. */
export const belongsTo = (job: BatchJob, runId: string): boolean =>
  job.runId === runId && canHappen(stateOfJob(job), "complete");

export const unknownJob = (id: string) => new Refusal("not_found", `Batch job with id ${id} was not found`);

export const unknownType = (type: string) =>
  new Refusal("not_found", `Unable to find a BatchJob strategy with the type ${type}`);

export const checkOwner = (ownerId: unknown, userId: string): void => {
  if (ownerId !== userId) {
    throw notAllowed("Cannot access a batch job that does not belong to the logged in user");
  }
};
