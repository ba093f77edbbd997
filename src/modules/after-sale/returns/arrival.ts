import { Refusal } from "../../../kernel/refusal.ts";
import { allLines, type LockedOrder } from "../../orders/orders/index.ts";
import {
  type ItemQuantity,
  invalidReturnLine,
  type LockedReturn,
  linesToReturn,
  refundExceedsPayment,
} from "./return.ts";
import { returnStatusAfter } from "./return-state.ts";

/** The items that arrived, and the admin's decision on the refund. */
export interface ReceivedItems {
  items: readonly ItemQuantity[];
  /** Null: the refund amount of the return. */
  refund: number | null;
  /** The admin refunds the payment in another request. */
  isRefundedManually?: boolean;
  /** Who receives the goods may not move money: another user decides on the refund. */
  isRefundDeferred?: boolean;
  /** Already refunded for this return, e.g. by an interrupted request. */
  refundedBefore?: number;
}

interface ArrivedItem extends ItemQuantity {
  requested_quantity: number | null;
  is_requested: boolean;
}

/** The changes of a return when its goods arrive. */
export interface Arrival {
  status: "received" | "requires_action";
  items: ArrivedItem[];
  /** The new refund amount of the return. */
  refundAmount: number;
  /** The amount to refund now. */
  refund: number;
  /** The amount that another user refunds later. */
  refundDue: number;
  /** The refund is higher than the paid amount: an admin must decide. */
  exceedsPaid: boolean;
  /** The part of the value that was never paid: it must not be captured later. */
  unpaid: number;
}

/** The requested items, with 0 for those that did not arrive, and the other items that arrived. */
function arrivedItems(
  { items: requestedItems }: LockedReturn,
  arrived: readonly ItemQuantity[],
): ArrivedItem[] {
  const requested = requestedItems.map(({ item_id, quantity, requested_quantity }) => {
    const arrivedQuantity = arrived.find((item) => item.item_id === item_id)?.quantity ?? 0;
    const requestedQuantity = requested_quantity ?? quantity;
    return {
      item_id,
      quantity: arrivedQuantity,
      requested_quantity: requestedQuantity,
      is_requested: arrivedQuantity === requestedQuantity,
    };
  });
  const others = arrived
    .filter(({ item_id }) => !requestedItems.some((item) => item.item_id === item_id))
    .map(({ item_id, quantity }) => ({ item_id, quantity, requested_quantity: null, is_requested: false }));
  return [...requested, ...others];
}

/** The captured amount that is not refunded yet. */
export const refundableNow = ({ payments }: Pick<LockedOrder, "payments">): number =>
  payments
    .filter(({ captured_at, canceled_at }) => captured_at !== null && canceled_at === null)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);

/** The return of a swap is settled with the price of the new goods, so it has no refund of its own. */
const isRefundable = ({ swap_id }: LockedReturn) => swap_id === null;

/** A claim has already compensated the customer: its return is refunded only if the admin names an amount. */
const isCompensatedByClaim = ({ claim_order_id }: LockedReturn, { refund }: ReceivedItems) =>
  claim_order_id !== null && refund === null;

/** The customer no longer owes the value of the goods, also if the refund is made manually. */
const reducesDebt = ({ swap_id, claim_order_id }: LockedReturn, status: Arrival["status"]) =>
  swap_id === null && claim_order_id === null && status === "received";

/** If the carrier refuses the goods, they never left the stock and must not be restocked. */
const carrierCallIsOpen = () =>
  new Refusal(
    "conflict",
    "A call to the carrier about pieces of the line is running. Try again in a moment.",
  );

export function refuseAtCarriers(
  { lines_at_carriers }: Pick<LockedOrder, "lines_at_carriers">,
  items: readonly ItemQuantity[],
): void {
  if (items.some(({ item_id }) => lines_at_carriers.includes(item_id))) throw carrierCallIsOpen();
}

export function arrivalOf(order: LockedOrder, returned: LockedReturn, received: ReceivedItems): Arrival {
  const lineIds = new Set(allLines(order).map(({ id }) => id));
  if (!received.items.every(({ item_id }) => lineIds.has(item_id))) throw invalidReturnLine();
  refuseAtCarriers(order, received.items);
  const lines = linesToReturn(order, received.items, {
    exceptReturnId: returned.id,
    isRefundedOnArrival: true,
  });
  const items = arrivedItems(returned, lines);
  const matchesRequest = items.every(({ is_requested }) => is_requested);
  const status = returnStatusAfter.receive({ matchesRequest, isDecided: received.refund !== null });
  const refundAmount = (isRefundable(returned) ? received.refund : null) ?? returned.refund_amount;
  const isDue =
    isRefundable(returned) &&
    !isCompensatedByClaim(returned, received) &&
    !received.isRefundedManually &&
    status === "received";
  const refundDue = isDue && received.isRefundDeferred ? refundAmount : 0;
  const due = isDue ? refundAmount - refundDue : 0;
  const paid = refundableNow(order) + (received.refundedBefore ?? 0);
  const exceedsPaid = due > paid;
  if (exceedsPaid && received.refund !== null) throw refundExceedsPayment();
  const isDecided = reducesDebt(returned, status) && refundDue === 0;
  const unpaid = isDecided ? Math.max(refundAmount - paid, 0) : 0;
  return { status, items, refundAmount, refund: exceedsPaid ? 0 : due, refundDue, exceedsPaid, unpaid };
}
