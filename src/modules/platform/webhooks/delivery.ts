import { hours } from "../../../kernel/dates.ts";
import { notFound } from "../../../kernel/refusal.ts";

export const deliveryStatuses = ["pending", "retrying", "delivered", "dead"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryNotFound = (id: string) => notFound("Webhook delivery", id);

/** A delivery is retried for so long. */
export const DELIVERY_HOURS = 24;

const MAX_PAUSE = hours(1);

/** The result of one call of the receiver. */
export interface ReceiverResponse {
  /** The HTTP status; null without a response. */
  status: number | null;
  /** The beginning of the response body. */
  body: string | null;
  /** Why the attempt failed; null when it succeeded. */
  error: string | null;
  /** In milliseconds. */
  duration: number;
}

export interface Attempt {
  deliveryId: string;
  /** The number of this attempt. */
  attempts: number;
  /** Milliseconds left for the delivery when the attempt started. */
  timeLeft: number;
  response: ReceiverResponse;
}

/** The state of the delivery after an attempt. */
export interface AttemptOutcome {
  status: DeliveryStatus;
  /** Milliseconds until the next attempt; null when there is none. */
  pause: number | null;
}

/**
 * The pause doubles up to an hour. A random factor of up to a fifth spreads the retries of deliveries that failed at
 * the same time.
 */
export const pauseAfter = (attempts: number, firstPause: number, chance: number): number =>
  Math.round(Math.min(firstPause * 2 ** Math.min(attempts - 1, 30), MAX_PAUSE) * (0.8 + 0.4 * chance));

export function outcomeOf(
  { attempts, timeLeft, response }: Attempt,
  firstPause: number,
  chance: number,
): AttemptOutcome {
  if (response.error === null) return { status: "delivered", pause: null };
  const pause = pauseAfter(attempts, firstPause, chance);
  return pause > timeLeft - response.duration
    ? { status: "dead", pause: null }
    : { status: "retrying", pause };
}
