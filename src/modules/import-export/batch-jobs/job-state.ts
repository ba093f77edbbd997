export type JobState =
  | "created"
  | "pre_processed"
  | "confirmed"
  | "processing"
  | "completed"
  | "canceled"
  | "failed";

export type JobEvent = "pre_process" | "confirm" | "process" | "complete" | "cancel" | "fail";

/** The columns that say when a job got into a state, and which state that is; of several, the last one counts. */
export const momentsOfStates = [
  ["pre_processed_at", "pre_processed"],
  ["confirmed_at", "confirmed"],
  ["processing_at", "processing"],
  ["completed_at", "completed"],
  ["canceled_at", "canceled"],
  ["failed_at", "failed"],
] as const satisfies readonly (readonly [string, JobState])[];

export type Moment = (typeof momentsOfStates)[number][0];
export type Moments = Readonly<Record<Moment, Date | null>>;

export const jobStates: readonly JobState[] = ["created", ...momentsOfStates.map(([, state]) => state)];

export const stateOf = (moments: Moments): JobState =>
  momentsOfStates.findLast(([moment]) => moments[moment] !== null)?.[1] ?? "created";

type Transitions = Readonly<Record<JobState, Readonly<Partial<Record<JobEvent, JobState>>>>>;

export const transitions: Transitions = {
  created: { pre_process: "pre_processed", cancel: "canceled", fail: "failed" },
  pre_processed: { confirm: "confirmed", cancel: "canceled", fail: "failed" },
  confirmed: { process: "processing", cancel: "canceled", fail: "failed" },
  // Another run goes on with it after a crash.
  processing: { process: "processing", complete: "completed", cancel: "canceled", fail: "failed" },
  completed: {},
  // Whoever cancels twice has what they want.
  canceled: { cancel: "canceled" },
  // It is noted, but a failure stays one.
  failed: { cancel: "failed" },
};

/** What an event leaves behind: the time at which the job got into this state. */
export const markOf: Readonly<Record<JobEvent, Exclude<JobState, "created">>> = {
  pre_process: "pre_processed",
  confirm: "confirmed",
  process: "processing",
  complete: "completed",
  cancel: "canceled",
  fail: "failed",
};

/** The state after an event; undefined when the event cannot happen in this state. */
export const nextState = (state: JobState, event: JobEvent): JobState | undefined =>
  transitions[state][event];

export const canHappen = (state: JobState, event: JobEvent): boolean => nextState(state, event) !== undefined;

export const isOver = (state: JobState): boolean => ["completed", "canceled", "failed"].includes(state);
