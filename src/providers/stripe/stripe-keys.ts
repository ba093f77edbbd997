import { createHash } from "node:crypto";
import type { Stripe } from "stripe";

/** The maximum at Stripe. */
const MAX_LENGTH = 255;

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** An idempotency key of one operation, e.g. `tw-refund-ref_01…`. */
export function keyFor(what: string, id: string): string {
  const key = `tw-${what}-${id}`;
  return key.length <= MAX_LENGTH ? key : `tw-${what}-${hashOf(id)}`;
}

/**
 * An idempotency key to create an object with these properties. They are part of the key, because Stripe refuses a key that is
 * repeated with other properties.
 */
export const keyForMaking = (what: string, id: string, properties: object): string =>
  keyFor(what, `${id}-${hashOf(properties).slice(0, 32)}`);

/**
 * Whether Stripe repeated its answer to an earlier call with the same key. Such an answer is as old as that call: the
 * object may have changed since.
 */
export const isRepeated = (answer: Stripe.Response<unknown>): boolean =>
  answer.lastResponse.headers["idempotent-replayed"] === "true";
