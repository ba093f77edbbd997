import { setTimeout } from "node:timers/promises";
import type { ArrivalTimes } from "./arrival-limit.ts";

/** How long requests wait on purpose. Tests replace it, so that they do not have to wait as well. */
export interface Waits {
  /** Delays a login attempt that is slowed down. */
  pause(milliseconds: number): Promise<unknown>;
  /** How long a request waits for another one that moves money of the same payments, in milliseconds. */
  busyPayment: number;
  /** Of event streams, in milliseconds. */
  eventStream: {
    /** How often an idle stream sends something, so that proxies keep it open. */
    heartbeat: number;
    /** A client that reads nothing for so long is disconnected. */
    slowReader: number;
  };
  /** For middleware of a plugin, and for the answer of its route to begin, in milliseconds. */
  plugins: { middleware: number; answer: number };
  /** Of requests that arrive slowly. */
  arrival: ArrivalTimes;
}

export const WAITS: Waits = {
  pause: setTimeout,
  busyPayment: 20_000,
  eventStream: { heartbeat: 15_000, slowReader: 30_000 },
  plugins: { middleware: 10_000, answer: 60_000 },
  arrival: { limit: 60_000, checkedEvery: 5_000 },
};
