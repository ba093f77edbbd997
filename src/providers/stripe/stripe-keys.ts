import { createHash } from "node:crypto";
import type { Stripe } from "stripe";

/** Stripe takes no longer ones. */
const LONGEST = 255;

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** An idempotency key for one thing that is to be done once, e.g. `tw-refund-ref_01…`. */
export function keyFor(what: string, id: string): string {
  const key = `tw-${what}-${id}`;
  return key.length <= LONGEST ? key : `tw-${what}-${hashOf(id)}`;
}

/**
 * An idempotency key for making something with these properties. They are all part of it, as Stripe refuses a key
 * that comes back with others.
 */
export const keyForMaking = (what: string, id: string, properties: object): string =>
  keyFor(what, `${id}-${hashOf(properties).slice(0, 32)}`);

/**
 * Whether Stripe repeated its answer to an earlier call with the same key. Such an answer is as old as that call: what
 * it describes may have changed since.
 */
export const isRepeated = (answer: Stripe.Response<unknown>): boolean =>
  answer.lastResponse.headers["idempotent-replayed"] === "true";
