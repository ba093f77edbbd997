import type { DrainTimes } from "../http/graceful-close.ts";

/** What the process that holds the port says to its workers. */
export type ToWorker = { leave: DrainTimes } | typeof mayGo;

/** What a worker says to the process that holds the port. What it is told before it is here, it does not hear. */
export type FromWorker = "here" | "going";

/** Take your leave like this, then end. */
export const leave = (drainTimes: DrainTimes): ToWorker => ({ leave: drainTimes });

export const mayGo = "go";
