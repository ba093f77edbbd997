import { describe, expect, it } from "vitest";
import { type BatchJob, belongsTo, marksAfter } from "./batch-job.ts";
import {
  canHappen,
  type JobEvent,
  type JobState,
  jobStates,
  type Moments,
  markOf,
  momentsOfStates,
  nextState,
  stateOf,
} from "./job-state.ts";

const events = Object.keys(markOf) as JobEvent[];
const never = Object.fromEntries(momentsOfStates.map(([moment]) => [moment, null])) as Moments;

/** A job that went the usual way into a state. */
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
    momentsOfStates.map(([moment, each]) => [moment, way[state].includes(each) ? new Date() : null]),
  ) as Moments;
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
  it("is created as long as nothing has happened to it", () => {
    expect(stateOf(never)).toBe("created");
  });

  it("follows from what happened; of several things the last in the list counts, whenever it was", () => {
    const all = 2 ** momentsOfStates.length;
    for (let mask = 1; mask < all; mask++) {
      const moments = Object.fromEntries(
        momentsOfStates.map(([moment], index) => [moment, mask & (1 << index) ? new Date(all - mask) : null]),
      ) as Moments;
      const last = momentsOfStates.findLastIndex((_, index) => mask & (1 << index));
      expect(stateOf(moments)).toBe(momentsOfStates[last]![1]);
    }
  });
});

describe("what may happen to a job", () => {
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
    expect(canHappen(state, event)).toBe(next !== undefined);
    const job = inState(state);
    if (next === undefined) {
      expect(() => marksAfter(job, [event])).toThrow(/^Cannot /);
      return;
    }
    const marks = marksAfter(job, [event]);
    const moments = {
      ...job.moments,
      ...Object.fromEntries(marks.map((mark) => [`${mark}_at`, new Date()])),
    };
    expect(stateOf(moments as Moments)).toBe(next);
  });

  it("leaves the time of the event behind, the first time", () => {
    expect(marksAfter(inState("created"), ["pre_process", "confirm"])).toEqual([
      "pre_processed",
      "confirmed",
    ]);
    expect(marksAfter(inState("processing"), ["process"])).toEqual([]);
    expect(marksAfter(inState("canceled"), ["cancel"])).toEqual([]);
    expect(marksAfter(inState("failed"), ["cancel"])).toEqual(["canceled"]);
  });

  it("is refused as a whole when one of several things cannot happen", () => {
    expect(() => marksAfter(inState("created"), ["pre_process", "complete"])).toThrow("Cannot complete");
  });
});

describe("a run", () => {
  it.each(jobStates)("goes on with a job that is %s only if it is being processed", (state) => {
    expect(belongsTo(inState(state), "run_1")).toBe(state === "processing");
  });

  it("does not go on with a job that another run has taken", () => {
    expect(belongsTo(inState("processing"), "run_2")).toBe(false);
  });
});
