import { describe, expect, it } from "vitest";
import {
  type BatchJob,
  belongsTo,
  canTransition,
  type JobEvent,
  type JobState,
  jobStates,
  nextState,
  type StateTimes,
  stateColumns,
  stateOf,
  stateReachedBy,
  statesReachedBy,
} from "./batch-job.ts";

const events = Object.keys(stateReachedBy) as JobEvent[];
const never = Object.fromEntries(stateColumns.map(([moment]) => [moment, null])) as StateTimes;

/** A job that reached a state in the usual way. */
const inState = (state: JobState): BatchJob => {
  const way: Record<JobState, JobState[]> = {
    created: [],
    pre_processed: ["pre_processed"],
    confirmed: ["pre_processed", "confirmed"],
    processing: ["pre_processed", "confirmed", "processing"],
    completed: ["pre_processed", "confirmed", "processing", "completed"],
    canceled: ["pre_processed", "canceled"],
    failed: ["pre_processed", "confirmed", "processing", "failed"],
  };
  const moments = Object.fromEntries(
    stateColumns.map(([moment, each]) => [moment, way[state].includes(each) ? new Date() : null]),
  ) as StateTimes;
  return {
    id: "batch_1",
    type: "test",
    createdBy: null,
    isDryRun: false,
    context: {},
    result: {},
    moments,
    runId: "run_1",
  };
};

describe("the state of a job", () => {
  it("is created while no timestamp is set", () => {
    expect(stateOf(never)).toBe("created");
  });

  it("follows from the last timestamp column that is set, in the order of the columns", () => {
    const all = 2 ** stateColumns.length;
    for (let mask = 1; mask < all; mask++) {
      const moments = Object.fromEntries(
        stateColumns.map(([moment], index) => [moment, mask & (1 << index) ? new Date(all - mask) : null]),
      ) as StateTimes;
      const last = stateColumns.findLastIndex((_, index) => mask & (1 << index));
      expect(stateOf(moments)).toBe(stateColumns[last]![1]);
    }
  });
});

describe("the events of a job", () => {
  const allowed: Record<JobState, Partial<Record<JobEvent, JobState>>> = {
    created: { pre_process: "pre_processed", cancel: "canceled", fail: "failed" },
    pre_processed: { confirm: "confirmed", cancel: "canceled", fail: "failed" },
    confirmed: { process: "processing", cancel: "canceled", fail: "failed" },
    processing: { process: "processing", complete: "completed", cancel: "canceled", fail: "failed" },
    completed: {},
    canceled: { cancel: "canceled" },
    failed: { cancel: "failed" },
  };
  const cases = jobStates.flatMap((state) =>
    events.map((event) => [state, event, allowed[state][event]] as const),
  );

  it.each(cases)("%s, %s: %s", (state, event, next) => {
    expect(nextState(state, event)).toBe(next);
    expect(canTransition(state, event)).toBe(next !== undefined);
    const job = inState(state);
    if (next === undefined) {
      expect(() => statesReachedBy(job, [event])).toThrow(/^Cannot /);
      return;
    }
    const marks = statesReachedBy(job, [event]);
    const moments = {
      ...job.moments,
      ...Object.fromEntries(marks.map((mark) => [`${mark}_at`, new Date()])),
    };
    expect(stateOf(moments as StateTimes)).toBe(next);
  });

  it("records the time of an event the first time only", () => {
    expect(statesReachedBy(inState("created"), ["pre_process", "confirm"])).toEqual([
      "pre_processed",
      "confirmed",
    ]);
    expect(statesReachedBy(inState("processing"), ["process"])).toEqual([]);
    expect(statesReachedBy(inState("canceled"), ["cancel"])).toEqual([]);
    expect(statesReachedBy(inState("failed"), ["cancel"])).toEqual(["canceled"]);
  });

  it("refuses all of several events if one of them is not allowed", () => {
    expect(() => statesReachedBy(inState("created"), ["pre_process", "complete"])).toThrow("Cannot complete");
  });
});

describe("a run", () => {
  it.each(jobStates)("continues a job that is %s only if it is being processed", (state) => {
    expect(belongsTo(inState(state), "run_1")).toBe(state === "processing");
  });

  it("does not continue a job that another run has claimed", () => {
    expect(belongsTo(inState("processing"), "run_2")).toBe(false);
  });
});
