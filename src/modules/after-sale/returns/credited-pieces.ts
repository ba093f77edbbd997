import { notAllowed } from "../../../kernel/refusal.ts";
import type { LockedOrder, OrderClaim, OrderedLine, OrderSwap } from "../../orders/orders/index.ts";
import { type ItemQuantity, lineOf, openReturns, refundedQuantities, sum } from "./return.ts";

const quantityIn = (items: readonly ItemQuantity[], { id }: OrderedLine): number =>
  sum(items.filter(({ item_id }) => item_id === id).map(({ quantity }) => quantity));

const isNotCanceled = ({ canceled_at }: { canceled_at: string | null }) => canceled_at === null;

/** What has come back of a swap or claim is among the returned pieces of its line. */
const arrived = ({ return_order: back }: OrderSwap | OrderClaim, line: OrderedLine): number =>
  back?.status === "received" ? quantityIn(back.items, line) : 0;

/** New goods, or money: a claim for nothing leaves the price to be paid back. */
const isCompensated = ({ type, refund_amount }: OrderClaim) => type === "replace" || (refund_amount ?? 0) > 0;

/**
 * The pieces of a line whose price was paid back or credited, or will be when an open return arrives. A swap and a claim have settled
 * their pieces, also those that do not come back.
 */
export function creditedPieces(order: LockedOrder, line: OrderedLine): number {
  const { swaps, claims } = order;
  const ofExchanges = new Set([...swaps, ...claims].map(({ return_order }) => return_order?.id));
  const open = openReturns(order).filter(({ id }) => !ofExchanges.has(id));
  const swapped = swaps
    .filter(isNotCanceled)
    .map((swap) => quantityIn(swap.return_order?.items ?? [], line) - arrived(swap, line));
  const claimed = claims
    .filter((claim) => isNotCanceled(claim) && isCompensated(claim))
    .map((claim) => Math.max(quantityIn(claim.claim_items, line) - arrived(claim, line), 0));
  return sum([
    line.returned_quantity ?? 0,
    ...refundedQuantities(order, line),
    ...open.map(({ items }) => quantityIn(items, line)),
    ...swapped,
    ...claimed,
  ]);
}

/** A piece whose price was paid back has none left to exchange it for. */
export function refuseRefunded(order: LockedOrder, items: readonly ItemQuantity[]): void {
  for (const item of items) {
    const line = lineOf(order, item);
    if (refundedQuantities(order, line).length === 0) continue;
    const left = Math.max(line.quantity - creditedPieces(order, line), 0);
    if (item.quantity > left)
      throw notAllowed(`return_items: only ${left} of ${line.title} can be exchanged; others were refunded`);
  }
}
