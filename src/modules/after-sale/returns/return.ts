import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import {
  allLines,
  type OrderedLine,
  type OrderInWork,
  unsettledExchange,
} from "../../orders/orders/index.ts";
import { type PricedShipping, shippingTotals, valueOfPieces } from "../../selling/totals/index.ts";
import { refuseToReturn } from "../../stock/inventory/index.ts";

/** Pieces of a line of an order. */
export interface Pieces {
  item_id: string;
  quantity: number;
}

/** What somebody wants to send back, and why. */
export interface WantedItem extends Pieces {
  reason_id?: string | null;
  note?: string | null;
}

/** How goods come back, as a carrier and the tax rates allow it. */
export interface ReturnShipping extends PricedShipping {
  /** Of the shipping method that is going to be made. */
  id: string;
  shipping_option_id: string;
  data: Metadata;
}

/** A return as it is read to be changed; the names are those of its tables. */
export interface ReturnInWork {
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

export interface ReturnItem extends Pieces {
  requested_quantity: number | null;
  received_quantity: number | null;
}

export const unknownReturn = (id: string) => notFound("Return", id);

export const invalidLine = () => invalid("Return contains invalid line item");

/** A line of another order is as good as none. */
const unknownLine = (id: string) => new Refusal("not_found", `Line item with ${id} was not found`);

export const unknownShippingOption = (id: string) =>
  new Refusal("not_found", `Shipping Option with ${id} was not found`);

export const unknownLocation = (id: string) =>
  new Refusal("not_found", `StockLocation with id ${id} was not found`);

export const moreThanPaid = () => notAllowed("Cannot refund more than the original payment");

/** Every return of an order, also those of its swaps and claims, once. */
function returnsOf(order: OrderInWork) {
  const all = [
    ...order.returns,
    ...[...order.swaps, ...order.claims].map(({ return_order }) => return_order),
  ];
  return new Map(all.flatMap((each) => (each ? [[each.id, each] as const] : []))).values();
}

/** Requests that nobody has dealt with yet. */
const openReturns = (order: OrderInWork) =>
  [...returnsOf(order)].filter(({ status }) => status === "requested" || status === "requires_action");

interface Taking {
  /** Of this return, what it asks for is left out. */
  besides?: string;
  /**
   * Nothing is given for the goods before they are here: then it does not matter who else asks to send them back.
   * What comes back for a swap or a claim, though, is paid for when it is asked for.
   */
  isPaidOnArrival?: boolean;
  /** Only asked for: whether the pieces are still to be had is seen when they arrive. */
  isAskedOnly?: boolean;
}

/** How many pieces of each line are about to come back. */
function askedPieces(
  order: OrderInWork,
  { besides, isPaidOnArrival = false, isAskedOnly = false }: Taking = {},
): (line: OrderedLine) => number {
  if (isAskedOnly) return () => 0;
  const ofClaims = new Set(order.claims.map(({ return_order }) => return_order?.id));
  const plain = new Set(order.returns.map(({ id }) => id).filter((id) => !ofClaims.has(id)));
  const asked = openReturns(order).filter(({ id }) => id !== besides && !(isPaidOnArrival && plain.has(id)));
  return (line) =>
    asked
      .flatMap(({ items }) => items)
      .filter(({ item_id }) => item_id === line.id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** How many pieces of each line have come back or are about to. */
const takenPieces = (order: OrderInWork) => {
  const asked = askedPieces(order);
  return (line: OrderedLine): number => (line.returned_quantity ?? 0) + asked(line);
};

/** Somebody has asked to send the same pieces back before. */
export const isAskedAgain = (order: OrderInWork, items: readonly Pieces[]): boolean =>
  items.some((item) => {
    const line = lineOf(order, item);
    return item.quantity > line.quantity - takenPieces(order)(line);
  });

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** How many pieces of a line have come back with each of the returns, or are about to where others are asked for. */
function takenParts(order: OrderInWork, line: OrderedLine, pieces: number): number[] {
  const isAgain = isAskedAgain(order, [{ item_id: line.id, quantity: pieces }]);
  const parts = [...returnsOf(order)]
    .filter(({ status }) => (isAgain ? status === "received" : status !== "canceled"))
    .flatMap(({ items }) => items)
    .filter(({ item_id, quantity }) => item_id === line.id && quantity > 0)
    .map(({ quantity }) => quantity);
  const others = (line.returned_quantity ?? 0) - sum(parts);
  return others > 0 ? [...parts, others] : parts;
}

/** What was promised in exchange cannot be taken back while it is given for something else, or was. */
export function refuseTaken(
  order: OrderInWork,
  { additional_items }: { additional_items: readonly OrderedLine[] },
): void {
  const taken = takenPieces(order);
  if (additional_items.some((line) => taken(line) > 0)) {
    throw notAllowed("Its goods are to be returned, or have been: their return must be canceled first");
  }
}

const isOf = (lines: readonly OrderedLine[], id: string) => lines.some((line) => line.id === id);

/** The line that pieces belong to, or the refusal that nobody bought it. */
function lineOf(order: OrderInWork, { item_id }: Pieces): OrderedLine {
  const line = allLines(order).find(({ id }) => id === item_id);
  if (line) return refuseUnsettled(order, line);
  const canceled = [...order.swaps, ...order.claims].some((each) => isOf(each.additional_items, item_id));
  throw canceled ? invalid("Cannot create a return for a canceled item.") : unknownLine(item_id);
}

function refuseUnsettled({ unsettled }: OrderInWork, line: OrderedLine): OrderedLine {
  const { swap_id, claim_order_id } = line;
  if (swap_id !== null && unsettled.includes(swap_id)) throw unsettledExchange("swap");
  if (claim_order_id !== null && unsettled.includes(claim_order_id)) throw unsettledExchange("claim");
  return line;
}

export function refuseTwice(items: readonly Pieces[]): void {
  const ids = items.map(({ item_id }) => item_id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw invalid(`items: ${twice} is named twice`);
}

/** The lines of what is to come back. */
export function linesToReturn<Wanted extends Pieces>(
  order: OrderInWork,
  items: readonly Wanted[],
  taking: Taking = {},
): (Wanted & { line: OrderedLine })[] {
  refuseTwice(items);
  const asked = askedPieces(order, taking);
  return items.map((item) => {
    const line = lineOf(order, item);
    refuseToReturn(line, item.quantity, asked(line));
    return { ...item, line };
  });
}

/** Orders of before taxes were kept by line have one rate for everything. */
const taxedAs = ({ tax_rate }: OrderInWork, line: OrderedLine): OrderedLine =>
  tax_rate === null ? line : { ...line, tax_lines: [{ rate: tax_rate, name: "default", code: "default" }] };

/** What pieces were sold for, with taxes and discounts; after those that came back before, or by themselves. */
export function soldFor(
  order: OrderInWork,
  items: readonly Pieces[],
  { isFirst = false }: { isFirst?: boolean } = {},
): number {
  return sum(
    items.map((item) => {
      const line = lineOf(order, item);
      const before = isFirst ? [] : takenParts(order, line, item.quantity);
      return valueOfPieces(taxedAs(order, line), { before, quantity: item.quantity });
    }),
  );
}

/** What is given back for goods: their value less the way back. Nobody pays for giving something back. */
export function refundOf(
  order: OrderInWork,
  items: readonly Pieces[],
  { shipping, isFirst }: { shipping: PricedShipping | null; isFirst?: boolean },
): number {
  const wayBack = shipping ? shippingTotals(shipping).total : 0;
  return Math.max(soldFor(order, items, { isFirst }) - wayBack, 0);
}

/** What open returns are going to give back. Those of swaps and claims are settled there. */
export function promisedRefunds(order: OrderInWork): number {
  const ofClaims = new Set(order.claims.map(({ return_order }) => return_order?.id));
  return openReturns({ ...order, swaps: [], claims: [] })
    .filter(({ id }) => !ofClaims.has(id))
    .reduce((sum, { refund_amount }) => sum + refund_amount, 0);
}
