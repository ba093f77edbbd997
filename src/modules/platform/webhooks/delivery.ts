import { hours } from "../../../kernel/dates.ts";
import { notFound } from "../../../kernel/refusal.ts";

export const deliveryStatuses = ["pending", "retrying", "delivered", "dead"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const unknownDelivery = (id: string) => notFound("Webhook delivery", id);

/** How long a delivery is tried. */
export const DELIVERY_HOURS = 24;

const LONGEST_PAUSE = hours(1);

/** What came of calling the receiver. */
export interface Answer {
  /** The status it answered with; null when no answer came. */
  status: number | null;
  /** The beginning of what it said. */
  body: string | null;
  /** Why it counts as failed; null when it was delivered. */
  error: string | null;
  /** In milliseconds. */
  duration: number;
}

/** An attempt that was made. */
export interface Attempt {
  deliveryId: string;
  /** The number of this attempt. */
  attempts: number;
  /** How much time was left for the delivery when the attempt began, in milliseconds. */
  timeLeft: number;
  answer: Answer;
}

/** What becomes of the delivery. */
export interface Settled {
  status: DeliveryStatus;
  /** Milliseconds until the next attempt; null when there is none. */
  pause: number | null;
}

/**
 * The pause doubles up to an hour. Chance moves it by a fifth, so that what failed together does not come back
 * together.
 */
export const pauseAfter = (attempts: number, firstPause: number, chance: number): number =>
  Math.round(Math.min(firstPause * 2 ** Math.min(attempts - 1, 30), LONGEST_PAUSE) * (0.8 + 0.4 * chance));

export function settled(
  { attempts, timeLeft, answer }: Attempt,
  firstPause: number,
  chance: number,
): Settled {
  if (answer.error === null) return { status: "delivered", pause: null };
  const pause = pauseAfter(attempts, firstPause, chance);
  return pause > timeLeft - answer.duration ? { status: "dead", pause: null } : { status: "retrying", pause };
}
