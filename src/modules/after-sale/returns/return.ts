import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import {
  allLines,
  type LockedOrder,
  type OrderedLine,
  unsettledExchange,
} from "../../orders/orders/index.ts";
import type { PricedShipping } from "../../selling/totals/index.ts";
import { refuseToReturn } from "../../stock/inventory/index.ts";

/** A quantity of a line of an order. */
export interface ItemQuantity {
  item_id: string;
  quantity: number;
}

export interface ReturnItemRequest extends ItemQuantity {
  reason_id?: string | null;
  note?: string | null;
}

/** The shipping method of a return, with the price of the carrier and its taxes. */
export interface ReturnShipping extends PricedShipping {
  /** The id of the shipping method to insert. */
  id: string;
  shipping_option_id: string;
  data: Metadata;
}

export interface ShippingChoice {
  option_id: string;
  /** The price for the customer. Absent: the price of the option. */
  price?: number;
  /** Data for the carrier, e.g. a parcel shop. */
  data?: Metadata;
  /** Customers can choose only return options that are offered to them, and not the price. */
  isCustomer?: boolean;
}

/** The return shipping in a request of an admin. As in v1, a price without an option is ignored. */
export interface ReturnShippingInput {
  option_id?: string | null;
  price?: number;
}

export const shippingChoiceFrom = (input: ReturnShippingInput | undefined): ShippingChoice | null =>
  input?.option_id ? { ...input, option_id: input.option_id } : null;

/** A return of a locked order. The field names are those of its tables. */
export interface LockedReturn {
  id: string;
  status: "requested" | "received" | "requires_action" | "canceled";
  order_id: string | null;
  swap_id: string | null;
  claim_order_id: string | null;
  location_id: string | null;
  shipping_data: Metadata | null;
  refund_amount: number;
  no_notification: boolean | null;
  items: ReturnItem[];
  shipping_method: {
    data: Metadata;
    shipping_option: { provider_id: string; data: Metadata } | null;
  } | null;
}

interface ReturnItem extends ItemQuantity {
  requested_quantity: number | null;
  received_quantity: number | null;
}

export const returnNotFound = (id: string) => notFound("Return", id);

export const invalidReturnLine = () => invalid("Return contains invalid line item");

const lineNotFound = (id: string) => new Refusal("not_found", `Line item with ${id} was not found`);

export const shippingOptionNotFound = (id: string) =>
  new Refusal("not_found", `Shipping Option with ${id} was not found`);

export const locationNotFound = (id: string) =>
  new Refusal("not_found", `StockLocation with id ${id} was not found`);

export const refundExceedsPayment = () => notAllowed("Cannot refund more than the original payment");

/** All returns of an order, including those of its swaps and claims. A return of a claim is also one of the order. */
function returnsOf(order: LockedOrder) {
  const all = [
    ...order.returns,
    ...[...order.swaps, ...order.claims].map(({ return_order }) => return_order),
  ];
  return new Map(all.flatMap((each) => (each ? [[each.id, each] as const] : []))).values();
}

export const openReturns = (order: LockedOrder) =>
  [...returnsOf(order)].filter(({ status }) => status === "requested" || status === "requires_action");

interface ReturnCheck {
  /** Ignores the requested quantities of this return, and takes the gift cards that it has from before. */
  exceptReturnId?: string;
  /**
   * The refund is due when the goods arrive: then open returns of the order do not reduce the quantity. Returns of swaps
   * and claims do, because they are settled when they are requested.
   */
  isRefundedOnArrival?: boolean;
  /** A mere request ignores all open returns: the quantity is checked again when the goods arrive. */
  isRequestOnly?: boolean;
}

/** The quantity of each line in open returns. */
function requestedQuantities(
  order: LockedOrder,
  { exceptReturnId, isRefundedOnArrival = false, isRequestOnly = false }: ReturnCheck = {},
): (line: OrderedLine) => number {
  if (isRequestOnly) return () => 0;
  const ofClaims = new Set(order.claims.map(({ return_order }) => return_order?.id));
  const plain = new Set(order.returns.map(({ id }) => id).filter((id) => !ofClaims.has(id)));
  const counted = openReturns(order).filter(
    ({ id }) => id !== exceptReturnId && !(isRefundedOnArrival && plain.has(id)),
  );
  return (line) =>
    counted
      .flatMap(({ items }) => items)
      .filter(({ item_id }) => item_id === line.id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The quantity of each line that was returned, or is in open returns. */
const returnedOrRequested = (order: LockedOrder) => {
  const requested = requestedQuantities(order);
  return (line: OrderedLine): number => (line.returned_quantity ?? 0) + requested(line);
};

/** Whether open returns already include some of the quantities. */
export const exceedsOpenQuantity = (order: LockedOrder, items: readonly ItemQuantity[]): boolean =>
  items.some((item) => {
    const line = lineOf(order, item);
    return item.quantity > line.quantity - returnedOrRequested(order)(line);
  });

export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The quantities of a line whose price was paid back already, one for each refund. */
export const refundedQuantities = (
  { refunded_pieces }: Pick<LockedOrder, "refunded_pieces">,
  line: Pick<OrderedLine, "id">,
): number[] => refunded_pieces.filter(({ item_id }) => item_id === line.id).map(({ quantity }) => quantity);

/**
 * The quantities of a line in earlier returns and refunds, one for each of them. Open returns count too, unless they already
 * include some of the `quantity` of the new one.
 */
export function earlierQuantities(order: LockedOrder, line: OrderedLine, quantity: number): number[] {
  const countsReceivedOnly = exceedsOpenQuantity(order, [{ item_id: line.id, quantity }]);
  const quantities = [...returnsOf(order)]
    .filter(({ status }) => (countsReceivedOnly ? status === "received" : status !== "canceled"))
    .flatMap(({ items }) => items)
    .filter((item) => item.item_id === line.id && item.quantity > 0)
    .map((item) => item.quantity);
  const others = (line.returned_quantity ?? 0) - sum(quantities);
  return [...quantities, ...(others > 0 ? [others] : []), ...refundedQuantities(order, line)];
}

/** A swap or claim cannot be canceled while its new goods are returned, or exchanged for others. */
export function refuseIfGoodsReturned(
  order: LockedOrder,
  { additional_items }: { additional_items: readonly OrderedLine[] },
): void {
  const quantityOf = returnedOrRequested(order);
  if (additional_items.some((line) => quantityOf(line) > 0)) {
    throw notAllowed("Its goods are to be returned, or have been: their return must be canceled first");
  }
}

/** Refuses lines of other orders as unknown, and lines of canceled or unfinished swaps and claims. */
export function lineOf(order: LockedOrder, { item_id }: ItemQuantity): OrderedLine {
  const line = allLines(order).find(({ id }) => id === item_id);
  if (line) return refuseUnsettled(order, line);
  const isCanceled = [...order.swaps, ...order.claims].some(({ additional_items }) =>
    additional_items.some(({ id }) => id === item_id),
  );
  throw isCanceled ? invalid("Cannot create a return for a canceled item.") : lineNotFound(item_id);
}

function refuseUnsettled({ unsettled }: LockedOrder, line: OrderedLine): OrderedLine {
  const { swap_id, claim_order_id } = line;
  if (swap_id !== null && unsettled.includes(swap_id)) throw unsettledExchange("swap");
  if (claim_order_id !== null && unsettled.includes(claim_order_id)) throw unsettledExchange("claim");
  return line;
}

function refuseDuplicates(items: readonly ItemQuantity[]): void {
  const ids = items.map(({ item_id }) => item_id);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate !== undefined) throw invalid(`items: ${duplicate} is named twice`);
}

/** The code of a gift card stays valid, and may be spent: giving its price back would pay it twice. */
export function refuseGiftCard({ title, is_giftcard }: Pick<OrderedLine, "title" | "is_giftcard">): void {
  if (!is_giftcard) return;
  throw notAllowed(
    `${title} is a gift card and cannot be returned, swapped or claimed for a refund: ` +
      "disable the gift card and refund the order instead",
  );
}

/** The lines of a return that was requested before. v1 takes gift cards back, so it may have some. */
const requestedBefore = (order: LockedOrder, { exceptReturnId }: ReturnCheck): string[] =>
  [...returnsOf(order)]
    .filter(({ id }) => id === exceptReturnId)
    .flatMap(({ items }) => items.map(({ item_id }) => item_id));

/** Adds its line to each item, and refuses gift cards and quantities that cannot be returned. */
export function linesToReturn<Item extends ItemQuantity>(
  order: LockedOrder,
  items: readonly Item[],
  check: ReturnCheck = {},
): (Item & { line: OrderedLine })[] {
  refuseDuplicates(items);
  const requested = requestedQuantities(order, check);
  const accepted = requestedBefore(order, check);
  return items.map((item) => {
    const line = lineOf(order, item);
    if (!accepted.includes(line.id)) refuseGiftCard(line);
    refuseToReturn(line, item.quantity, requested(line));
    return { ...item, line };
  });
}

/** The refunds of open returns, without those of swaps and claims. */
export function openRefunds(order: LockedOrder): number {
  const ofClaims = new Set(order.claims.map(({ return_order }) => return_order?.id));
  return openReturns({ ...order, swaps: [], claims: [] })
    .filter(({ id }) => !ofClaims.has(id))
    .reduce((sum, { refund_amount }) => sum + refund_amount, 0);
}
