import { Refusal } from "../../../kernel/refusal.ts";
import { isTransientError } from "../../../kernel/transient-error.ts";

/** Why a run ended early without a failure. */
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

/** An external resource does not exist yet, for example a file during its upload: the step is retried for some time. */
export class NotAvailableYet extends Error {
  override readonly name = "NotYet";
}

export interface ResultError {
  message: string;
  code: string;
  err: readonly unknown[];
}

/** The error format of v1. The details of internal errors are only in the log. */
export function errorForResult(error: unknown): ResultError {
  if (error instanceof Refusal) {
    return { message: error.message, code: error.code ?? error.type, err: error.errors ?? [] };
  }
  if (error instanceof NotAvailableYet) return { message: error.message, code: "not_found", err: [] };
  return { message: "An unknown error occurred; see the log of the server.", code: "unknown", err: [] };
}

/** Whether the error belongs into the server's log. */
export const isServerError = (error: unknown): boolean =>
  !(error instanceof Refusal || error instanceof NotAvailableYet) || error.cause !== undefined;

/** A crashed process also uses up an attempt. */
export const interruptedTooOften = () =>
  new Refusal("unexpected_state", "The batch job was interrupted too often.", "interrupted");

/** The pauses between attempts grow: five attempts take a minute and a half, twenty more than two days. */
const STORAGE_ATTEMPTS = 5;
export const DATABASE_ATTEMPTS = 20;

/** The number of attempts for an error; only temporary errors are retried. */
export function attemptsFor(error: unknown): number {
  if (error instanceof NotAvailableYet) return STORAGE_ATTEMPTS;
  if (error instanceof Refusal) return error.code === "storage_unavailable" ? STORAGE_ATTEMPTS : 1;
  return isTransientError(error) ? DATABASE_ATTEMPTS : 1;
}
