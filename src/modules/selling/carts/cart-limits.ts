import { jsonBytes } from "../../../kernel/json.ts";
import { invalid, tooLarge } from "../../../kernel/refusal.ts";
import type { Cart } from "./cart.ts";

/** Carts are limited because every answer reads and sends the whole cart. */
export interface CartLimits {
  cartLines: number;
  cartBytes: number;
}

export function refuseManyLines(count: number, { cartLines }: CartLimits): void {
  if (count > cartLines) throw invalid(`items: a cart cannot have more than ${cartLines} lines`);
}

/** The size of the free-form data that visitors and providers stored in a cart. */
function freeFormBytes(cart: Cart): number {
  const { items, shipping_methods, payment_sessions, billing_address, shipping_address } = cart;
  const parts = [cart.context, cart.metadata, billing_address, shipping_address];
  return [
    ...parts,
    ...items.map(({ metadata }) => metadata),
    ...[...shipping_methods, ...payment_sessions].map(({ data }) => data),
  ].reduce((sum: number, part) => sum + jsonBytes(part), 0);
}

interface DataChange {
  /** The name of the sent field. */
  field: string;
  before?: unknown;
  after: unknown;
}

/** A cart that is already too large can still become smaller. */
export function refuseOversized(
  cart: Cart,
  { field, before, after }: DataChange,
  { cartBytes }: CartLimits,
): void {
  const growth = jsonBytes(after ?? {}) - jsonBytes(before ?? {});
  if (growth > 0 && freeFormBytes(cart) + growth > cartBytes) {
    throw tooLarge(
      `${field}: a cart cannot hold more than ${cartBytes} bytes of metadata, context, addresses and provider data`,
    );
  }
}
