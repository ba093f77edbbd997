import { notAllowed, Refusal } from "../../../kernel/refusal.ts";

export type JobState =
  | "created"
  | "pre_processed"
  | "confirmed"
  | "processing"
  | "completed"
  | "canceled"
  | "failed";

export type JobEvent = "pre_process" | "confirm" | "process" | "complete" | "cancel" | "fail";

/** The timestamp columns and their states; the last one that is set determines the state. */
export const stateColumns = [
  ["pre_processed_at", "pre_processed"],
  ["confirmed_at", "confirmed"],
  ["processing_at", "processing"],
  ["completed_at", "completed"],
  ["canceled_at", "canceled"],
  ["failed_at", "failed"],
] as const satisfies readonly (readonly [string, JobState])[];

type StateColumn = (typeof stateColumns)[number][0];
export type StateTimes = Readonly<Record<StateColumn, Date | null>>;

export const jobStates: readonly JobState[] = ["created", ...stateColumns.map(([, state]) => state)];

export const stateOf = (moments: StateTimes): JobState =>
  stateColumns.findLast(([moment]) => moments[moment] !== null)?.[1] ?? "created";

type Transitions = Readonly<Record<JobState, Readonly<Partial<Record<JobEvent, JobState>>>>>;

const transitions: Transitions = {
  created: { pre_process: "pre_processed", cancel: "canceled", fail: "failed" },
  pre_processed: { confirm: "confirmed", cancel: "canceled", fail: "failed" },
  confirmed: { process: "processing", cancel: "canceled", fail: "failed" },
  // Another run continues the job after a crash.
  processing: { process: "processing", complete: "completed", cancel: "canceled", fail: "failed" },
  completed: {},
  // Canceling twice succeeds.
  canceled: { cancel: "canceled" },
  // The time is recorded, but the job stays failed.
  failed: { cancel: "failed" },
};

/** The state whose timestamp an event sets. */
export const stateReachedBy: Readonly<Record<JobEvent, Exclude<JobState, "created">>> = {
  pre_process: "pre_processed",
  confirm: "confirmed",
  process: "processing",
  complete: "completed",
  cancel: "canceled",
  fail: "failed",
};

/** The state after an event; undefined if the event is not allowed in this state. */
export const nextState = (state: JobState, event: JobEvent): JobState | undefined =>
  transitions[state][event];

export const canTransition = (state: JobState, event: JobEvent): boolean =>
  nextState(state, event) !== undefined;

export const isOver = (state: JobState): boolean => ["completed", "canceled", "failed"].includes(state);

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

export const checkOwner = (ownerId: unknown, userId: string | null): void => {
  if (ownerId !== userId) {
    throw notAllowed("Cannot access a batch job that does not belong to the logged in user");
  }
};
