import { notAllowed } from "../../../kernel/refusal.ts";
import {
  type FulfillmentStatus,
  fulfillmentStatusAfter,
  type LockedOrder,
  type OrderReturn,
} from "../../orders/orders/index.ts";
import { lineTotals } from "../../selling/totals/index.ts";
import { type LineStockChange, piecesToPack, settledPieces } from "../../stock/inventory/index.ts";
import { type EditLine, type EditWithOrder, type LockedEdit, originalOf } from "./order-edit.ts";

/** The last step of the fulfillment. The edit decides whether the step is complete. */
const lastStep: Partial<Record<FulfillmentStatus, "fulfill" | "ship" | "return">> = {
  partially_fulfilled: "fulfill",
  fulfilled: "fulfill",
  partially_shipped: "ship",
  shipped: "ship",
  partially_returned: "return",
  returned: "return",
};

/** A complete step may become partial when the edit adds lines, and the other way round. */
export function fulfillmentStatusAfterEdit(order: LockedOrder, edit: LockedEdit): FulfillmentStatus {
  const step = lastStep[order.fulfillment_status];
  if (!step) return order.fulfillment_status;
  return fulfillmentStatusAfter[step](
    edit.items.map((line) => {
      const original = originalOf(order, line);
      return {
        quantity: line.quantity,
        fulfilled_quantity: original?.fulfilled_quantity ?? null,
        shipped_quantity: original?.shipped_quantity ?? null,
        returned_quantity: original?.returned_quantity ?? null,
        returned_unsent: original?.returned_unsent ?? 0,
      };
    }),
  );
}

/** The value of a gift card is its price without tax. Goods that are paid with it are not taxed again. */
export const boughtGiftCards = (order: LockedOrder, edit: LockedEdit) =>
  edit.items
    .filter(({ is_giftcard }) => is_giftcard)
    .flatMap((line) => {
      const pieces = line.quantity - (originalOf(order, line)?.quantity ?? 0);
      const taxRate = line.tax_lines.reduce((sum, { rate }) => sum + rate, 0);
      const card = { value: netUnitPrice(line), taxRate, metadata: line.metadata ?? {} };
      return Array.from({ length: Math.max(pieces, 0) }, () => card);
    });

const netUnitPrice = (line: EditLine) =>
  line.includes_tax ? Math.round(lineTotals(line).subtotal / line.quantity) : line.unit_price;

const isNotCanceled = ({ canceled_at }: { canceled_at: string | null }) => canceled_at === null;

const quantityIn = (items: readonly { item_id: string; quantity: number }[], lineId: string) =>
  items.reduce((sum, { item_id, quantity }) => (item_id === lineId ? sum + quantity : sum), 0);

/** A return of a claim is also one of the order, so duplicates are removed. */
function returnsOf({ returns, swaps, claims }: LockedOrder): OrderReturn[] {
  const ofExchanges = [...swaps, ...claims].filter(isNotCanceled);
  const all = [...returns, ...ofExchanges.flatMap(({ return_order }) => return_order ?? [])];
  return [...new Map(all.map((each) => [each.id, each])).values()];
}

/** The quantity of a line that was fulfilled, returned or claimed: an edit cannot remove it. */
export function boundPieces(order: LockedOrder, lineId: string): number {
  const line = order.items.find(({ id }) => id === lineId);
  if (!line) return 0;
  const open = returnsOf(order).filter(
    ({ status }) => status === "requested" || status === "requires_action",
  );
  const requested = open.reduce((sum, { items }) => sum + quantityIn(items, lineId), 0);
  const claimed = order.claims
    .filter(isNotCanceled)
    .reduce((sum, { claim_items }) => sum + quantityIn(claim_items, lineId), 0);
  return Math.max(settledPieces(line), (line.returned_quantity ?? 0) + requested, claimed);
}

/** Refuses a quantity below the bound one. `quantity` is 0 for a removed line. */
export function refuseTooFew(
  order: LockedOrder,
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

type OrderAndEdit = Pick<EditWithOrder, "order" | "edit">;

/** The same for all lines of an edit, and for the lines of the order that it does not have. */
export const refuseMissingPieces = ({ order, edit }: OrderAndEdit): void =>
  refuseWithout(
    { order, edit },
    order.items.filter(({ id }) => !edit.items.some(({ original_item_id }) => original_item_id === id)),
  );

/** The same for all lines of an edit, and for those that its changes remove: before the request to the customer. */
export const refuseRemovedPieces = ({ order, edit }: OrderAndEdit): void =>
  refuseWithout(
    { order, edit },
    order.items.filter(({ id }) =>
      edit.changes.some((change) => change.type === "item_remove" && change.original_line_item_id === id),
    ),
  );

function refuseWithout(
  { order, edit }: OrderAndEdit,
  removed: readonly LockedOrder["items"][number][],
): void {
  for (const line of edit.items) refuseTooFew(order, line, line.quantity);
  for (const { id, title, is_giftcard } of removed) {
    refuseTooFew(order, { original_item_id: id, title, is_giftcard }, 0);
  }
}

/** By variant, the quantity that the edit adds to the order. */
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

/** By line, the quantity that is not shipped yet, before and after the edit. */
export function stockChangesOf({ order, edit }: OrderAndEdit): LineStockChange[] {
  const replacementOf = (id: string) => edit.items.find(({ original_item_id }) => original_item_id === id);
  const before = order.items.map((line) => {
    const next = replacementOf(line.id);
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
