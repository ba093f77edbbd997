import { notAllowed } from "../../../kernel/refusal.ts";
import type { OrderInWork, OrderReturn } from "../../orders/orders/index.ts";
import { type LineStockChange, piecesToPack, settledPieces } from "../../stock/inventory/index.ts";
import { type EditLine, type EditWork, originalOf } from "./order-edit.ts";

const isNotCanceled = ({ canceled_at }: { canceled_at: string | null }) => canceled_at === null;

const quantityIn = (items: readonly { item_id: string; quantity: number }[], lineId: string) =>
  items.reduce((sum, { item_id, quantity }) => (item_id === lineId ? sum + quantity : sum), 0);

/** Each once: that of a claim is a return of the order, too. */
function returnsOf({ returns, swaps, claims }: OrderInWork): OrderReturn[] {
  const ofExchanges = [...swaps, ...claims].filter(isNotCanceled);
  const all = [...returns, ...ofExchanges.flatMap(({ return_order }) => return_order ?? [])];
  return [...new Map(all.map((each) => [each.id, each])).values()];
}

/** Pieces of a line that something has happened to: they cannot be taken out of the order any more. */
export function boundPieces(order: OrderInWork, lineId: string): number {
  const line = order.items.find(({ id }) => id === lineId);
  if (!line) return 0;
  const open = returnsOf(order).filter(
    ({ status }) => status === "requested" || status === "requires_action",
  );
  const coming = open.reduce((sum, { items }) => sum + quantityIn(items, lineId), 0);
  const claimed = order.claims
    .filter(isNotCanceled)
    .reduce((sum, { claim_items }) => sum + quantityIn(claim_items, lineId), 0);
  return Math.max(settledPieces(line), (line.returned_quantity ?? 0) + coming, claimed);
}

/** Whether the order can have so few pieces of a line; none where the line is taken out. */
export function refuseTooFew(
  order: OrderInWork,
  line: Pick<EditLine, "original_item_id" | "title" | "is_giftcard">,
  quantity: number,
): void {
  const original = originalOf(order, line);
  if (!original) return;
  const bound = boundPieces(order, original.id);
  if (quantity < bound) {
    throw notAllowed(
      `${line.title} cannot have fewer than ${bound} pieces: so many were fulfilled, claimed or are returned`,
    );
  }
  if (line.is_giftcard && quantity < original.quantity) {
    throw notAllowed(`${line.title} cannot have fewer pieces: the gift cards were issued`);
  }
}

type OrderAndEdit = Pick<EditWork, "order" | "edit">;

/** The same for all lines of an edit, and for those that it leaves out. */
export const refuseMissingPieces = ({ order, edit }: OrderAndEdit): void =>
  refuseWithout(
    { order, edit },
    order.items.filter(({ id }) => !edit.items.some(({ original_item_id }) => original_item_id === id)),
  );

/** The same for all lines of an edit, and for those that its changes take out: before the customer is asked. */
export const refuseRemovedPieces = ({ order, edit }: OrderAndEdit): void =>
  refuseWithout(
    { order, edit },
    order.items.filter(({ id }) =>
      edit.changes.some((change) => change.type === "item_remove" && change.original_line_item_id === id),
    ),
  );

function refuseWithout(
  { order, edit }: OrderAndEdit,
  leftOut: readonly OrderInWork["items"][number][],
): void {
  for (const line of edit.items) refuseTooFew(order, line, line.quantity);
  for (const { id, title, is_giftcard } of leftOut) {
    refuseTooFew(order, { original_item_id: id, title, is_giftcard }, 0);
  }
}

/** More pieces of variants than the order has now. */
export function extraPieces({ order, edit }: OrderAndEdit): Map<string, number> {
  const pieces = new Map<string, number>();
  const count = (lines: readonly { variant_id: string | null; quantity: number }[], sign: 1 | -1) => {
    for (const { variant_id, quantity } of lines) {
      if (variant_id !== null) pieces.set(variant_id, (pieces.get(variant_id) ?? 0) + sign * quantity);
    }
  };
  count(edit.items, 1);
  count(order.items, -1);
  return new Map([...pieces].filter(([, extra]) => extra > 0));
}

/** What the stock has to follow: pieces of lines that are still to be sent, before and after. */
export function exchangesOf({ order, edit }: OrderAndEdit): LineStockChange[] {
  const inPlaceOf = (id: string) => edit.items.find(({ original_item_id }) => original_item_id === id);
  const before = order.items.map((line) => {
    const next = inPlaceOf(line.id);
    return {
      from: line.id,
      to: next?.id ?? null,
      variantId: line.variant_id,
      before: piecesToPack(line),
      after: next ? next.quantity - settledPieces(line) : 0,
    };
  });
  const added = edit.items
    .filter((line) => !originalOf(order, line))
    .map(({ id, variant_id, quantity }) => ({
      from: null,
      to: id,
      variantId: variant_id,
      before: 0,
      after: quantity,
    }));
  return [...before, ...added].flatMap(({ variantId, ...exchange }) =>
    variantId === null ? [] : [{ variantId, ...exchange }],
  );
}
