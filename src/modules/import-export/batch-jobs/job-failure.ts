import { Refusal } from "../../../kernel/refusal.ts";
import { isTransientError } from "../../../kernel/transient-error.ts";

/** Why a run ended before its work was done, without a failure. */
export type EndReason = "canceled" | "replaced" | "stopping";

const reasons: Record<EndReason, string> = {
  canceled: "The batch job was canceled.",
  replaced: "Another run works on the batch job.",
  stopping: "The process is about to end.",
};

export class RunEnded extends Error {
  override readonly name = "RunEnded";

  constructor(readonly reason: EndReason) {
    super(reasons[reason]);
  }
}

/** Something outside is not there (yet), e.g. a file that is still on its way: it is tried again for some time. */
export class NotYet extends Error {
  override readonly name = "NotYet";
}

export interface ShownError {
  message: string;
  code: string;
  err: readonly unknown[];
}

/** The form that v1 has for errors. What was not meant for people is left to the log. */
export function shownError(error: unknown): ShownError {
  if (error instanceof Refusal) {
    return { message: error.message, code: error.code ?? error.type, err: error.errors ?? [] };
  }
  if (error instanceof NotYet) return { message: error.message, code: "not_found", err: [] };
  return { message: "An unknown error occurred; the log of the server says more.", code: "unknown", err: [] };
}

/** Whether it is for the people who run the server, and not (only) for the one who started the job. */
export const isFault = (error: unknown): boolean =>
  !(error instanceof Refusal || error instanceof NotYet) || error.cause !== undefined;

/** A process that ends in the middle of it costs an attempt, too. */
export const interruptedTooOften = () =>
  new Refusal("unexpected_state", "The batch job was interrupted too often.", "interrupted");

/** The waits between attempts grow: five of them are a minute and a half, twenty are more than two days. */
const TO_STORAGE = 5;
export const TO_DATABASE = 20;

/** So often is it tried when it fails like this; only what may pass by itself is tried again. */
export function attemptsFor(error: unknown): number {
  if (error instanceof NotYet) return TO_STORAGE;
  if (error instanceof Refusal) return error.code === "storage_unavailable" ? TO_STORAGE : 1;
  return isTransientError(error) ? TO_DATABASE : 1;
}
