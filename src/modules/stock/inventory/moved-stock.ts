import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import type { LevelKey } from "./inventory-item.ts";

export interface Quantities {
  stocked: number;
  incoming: number;
}

/** What happens to the quantities of one level. */
export interface LevelMove extends LevelKey {
  next(now: Quantities & { reserved: number }): Quantities;
}

/** Pieces that are taken away. Those that are reserved for orders stay. */
export const taken =
  (quantity: number, name: string) =>
  ({ stocked, reserved, incoming }: Quantities & { reserved: number }): Quantities => {
    const free = Math.max(stocked - reserved, 0);
    if (free < quantity)
      throw notAllowed(
        `${name}: ${free} of ${quantity} pieces can be taken; the others are not there or reserved for orders`,
        "insufficient_inventory",
      );
    return { stocked: stocked - quantity, incoming };
  };

/** Pieces that are put down, without those that were expected. More than can be counted would be lost. */
export const put =
  ({ stocked: pieces = 0, incoming: expected = 0 }: Partial<Quantities>, name: string) =>
  ({ stocked, incoming }: Quantities): Quantities => {
    const after = { stocked: stocked + pieces, incoming: Math.max(incoming + expected, 0) };
    if (Math.max(after.stocked, after.incoming) > MAX_AMOUNT)
      throw notAllowed(`${name}: there would be more than ${MAX_AMOUNT} pieces`);
    return after;
  };
