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

export type StateColumn = (typeof stateColumns)[number][0];
export type StateTimes = Readonly<Record<StateColumn, Date | null>>;

export const jobStates: readonly JobState[] = ["created", ...stateColumns.map(([, state]) => state)];

export const stateOf = (moments: StateTimes): JobState =>
  stateColumns.findLast(([moment]) => moments[moment] !== null)?.[1] ?? "created";

type Transitions = Readonly<Record<JobState, Readonly<Partial<Record<JobEvent, JobState>>>>>;

export const transitions: Transitions = {
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
