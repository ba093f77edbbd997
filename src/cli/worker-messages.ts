import type { DrainTimes } from "../http/graceful-close.ts";

/** Messages of the parent, which owns the port, to its workers. */
export type ToWorker = { leave: DrainTimes } | typeof exitAllowed;

/** Messages of a worker to its parent. A worker receives messages only after it has sent `here`. */
export type FromWorker = "here" | "going";

/** Drain connections, then exit. */
export const stopWorker = (drain: DrainTimes): ToWorker => ({ leave: drain });

export const exitAllowed = "go";
