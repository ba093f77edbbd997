import { jsonBytes } from "../../../kernel/json-bytes.ts";
import { invalid, tooLarge } from "../../../kernel/refusal.ts";
import type { Cart } from "./cart.ts";

/** How much a visitor can put into one cart: all of it is read and sent with every answer. */
export interface CartLimits {
  cartLines: number;
  cartBytes: number;
}

export function refuseManyLines(count: number, { cartLines }: CartLimits): void {
  if (count > cartLines) throw invalid(`items: a cart cannot have more than ${cartLines} lines`);
}

/** What visitors and providers have noted in a cart. */
function notedBytes(cart: Cart): number {
  const { items, shipping_methods, payment_sessions, billing_address, shipping_address } = cart;
  const parts = [cart.context, cart.metadata, billing_address, shipping_address];
  return [
    ...parts,
    ...items.map(({ metadata }) => metadata),
    ...[...shipping_methods, ...payment_sessions].map(({ data }) => data),
  ].reduce((sum: number, part) => sum + jsonBytes(part), 0);
}

interface Noted {
  /** The name of what was sent. */
  field: string;
  before?: unknown;
  after: unknown;
}

/** A cart that is too large already can still be made smaller. */
export function refuseOversized(
  cart: Cart,
  { field, before, after }: Noted,
  { cartBytes }: CartLimits,
): void {
  const growth = jsonBytes(after ?? {}) - jsonBytes(before ?? {});
  if (growth > 0 && notedBytes(cart) + growth > cartBytes) {
    throw tooLarge(`${field}: a cart cannot hold more than ${cartBytes} bytes of notes`);
  }
}
