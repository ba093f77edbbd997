import { notAllowed, Refusal } from "../../../kernel/refusal.ts";
import {
  canTransition,
  type JobEvent,
  type JobState,
  nextState,
  type StateTimes,
  stateOf,
  stateReachedBy,
} from "./job-state.ts";

type Json = Record<string, unknown>;

export interface BatchJob {
  id: string;
  type: string;
  createdBy: string | null;
  isDryRun: boolean;
  context: Json;
  result: Json;
  moments: StateTimes;
  /** The run that works on the job. */
  runId: string | null;
}

export const stateOfJob = ({ moments }: BatchJob): JobState => stateOf(moments);

/** The states that the job newly reaches by these events, in order. Refuses an event that is not allowed. */
export function statesReachedBy(job: BatchJob, events: readonly JobEvent[]): JobState[] {
  let state = stateOfJob(job);
  for (const event of events) {
    const next = nextState(state, event);
    if (next === undefined) throw refusalOf(event);
    state = next;
  }
  return events
    .map((event) => stateReachedBy[event])
    .filter((reached) => job.moments[`${reached}_at`] === null);
}

const refusals: Partial<Record<JobEvent, string>> = {
  confirm: "Cannot confirm processing for a batch job that is not pre processed",
  cancel: "Cannot cancel completed batch job",
};

const refusalOf = (event: JobEvent) =>
  notAllowed(refusals[event] ?? `Cannot ${event.replace("_", " ")} the batch job now`);

/** Whether a run may continue: the job is not canceled, and no other run has claimed it. */
export const belongsTo = (job: BatchJob, runId: string): boolean =>
  job.runId === runId && canTransition(stateOfJob(job), "complete");

export const jobNotFound = (id: string) => new Refusal("not_found", `Batch job with id ${id} was not found`);

export const unknownJobType = (type: string) =>
  new Refusal("not_found", `Unable to find a BatchJob strategy with the type ${type}`);

export const checkOwner = (ownerId: unknown, userId: string): void => {
  if (ownerId !== userId) {
    throw notAllowed("Cannot access a batch job that does not belong to the logged in user");
  }
};
