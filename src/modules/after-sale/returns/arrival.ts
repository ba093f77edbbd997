import { Refusal } from "../../../kernel/refusal.ts";
import { allLines, type OrderInWork } from "../../orders/orders/index.ts";
import { invalidLine, linesToReturn, moreThanPaid, type Pieces, type ReturnInWork } from "./return.ts";
import { returnStatusAfter } from "./return-state.ts";

/** What came back, and what the shop decides about the money. */
export interface Received {
  items: readonly Pieces[];
  /** Null: what the return says. */
  refund: number | null;
  /** The money is given back by hand. */
  isPaidByHand?: boolean;
  /** What was given back for this return before, e.g. by a request that broke off. */
  given?: number;
}

export interface ArrivedItem extends Pieces {
  requested_quantity: number | null;
  is_requested: boolean;
}

/** What becomes of a return when goods arrive. */
export interface Arrival {
  status: "received" | "requires_action";
  items: ArrivedItem[];
  /** What the return is worth now. */
  refundAmount: number;
  /** What is to be given back at once. */
  refund: number;
  /** More than there is to give back: somebody has to look at the order. */
  isBeyondPaid: boolean;
  /** What the goods are worth and was never paid: it must not be captured any more. */
  unpaid: number;
}

/** What was asked for and what was not, as it arrived; pieces that did not come count as none. */
function arrivedItems({ items: asked }: ReturnInWork, arrived: readonly Pieces[]): ArrivedItem[] {
  const requested = asked.map(({ item_id, quantity, requested_quantity }) => {
    const came = arrived.find((item) => item.item_id === item_id)?.quantity ?? 0;
    const wanted = requested_quantity ?? quantity;
    return { item_id, quantity: came, requested_quantity: wanted, is_requested: came === wanted };
  });
  const others = arrived
    .filter(({ item_id }) => !asked.some((item) => item.item_id === item_id))
    .map(({ item_id, quantity }) => ({ item_id, quantity, requested_quantity: null, is_requested: false }));
  return [...requested, ...others];
}

/** What can still be given back of the money that was taken. */
export const refundableNow = ({ payments }: Pick<OrderInWork, "payments">): number =>
  payments
    .filter(({ captured_at, canceled_at }) => captured_at !== null && canceled_at === null)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);

/** What comes back for a swap is paid for with the goods that are sent in exchange. */
const isPaidBack = ({ swap_id }: ReturnInWork) => swap_id === null;

/** A claim has made up for what its return is worth; what is more, the shop has to say. */
const isPaidBefore = ({ claim_order_id }: ReturnInWork, { refund }: Received) =>
  claim_order_id !== null && refund === null;

/** The shop owes the worth of what came back, also where the money is given back by hand. */
const isOwed = ({ swap_id, claim_order_id }: ReturnInWork, status: Arrival["status"]) =>
  swap_id === null && claim_order_id === null && status === "received";

/** If it refuses them, they never left, and are back in stock by that. */
const carrierIsAsked = () =>
  new Refusal("conflict", "A carrier is being asked to take pieces of the line. Try again in a moment.");

export function arrivalOf(order: OrderInWork, returned: ReturnInWork, received: Received): Arrival {
  const known = new Set(allLines(order).map(({ id }) => id));
  if (!received.items.every(({ item_id }) => known.has(item_id))) throw invalidLine();
  if (received.items.some(({ item_id }) => order.lines_at_carriers.includes(item_id))) throw carrierIsAsked();
  const lines = linesToReturn(order, received.items, { besides: returned.id, isPaidOnArrival: true });
  const items = arrivedItems(returned, lines);
  const isAsAsked = items.every(({ is_requested }) => is_requested);
  const status = returnStatusAfter.receive({ isAsAsked, isDecided: received.refund !== null });
  const refundAmount = (isPaidBack(returned) ? received.refund : null) ?? returned.refund_amount;
  const isDue =
    isPaidBack(returned) &&
    !isPaidBefore(returned, received) &&
    !received.isPaidByHand &&
    status === "received";
  const due = isDue ? refundAmount : 0;
  const paid = refundableNow(order) + (received.given ?? 0);
  const isBeyondPaid = due > paid;
  if (isBeyondPaid && received.refund !== null) throw moreThanPaid();
  const unpaid = isOwed(returned, status) ? Math.max(refundAmount - paid, 0) : 0;
  return { status, items, refundAmount, refund: isBeyondPaid ? 0 : due, isBeyondPaid, unpaid };
}
