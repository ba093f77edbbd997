import {
  type FulfillmentStatus,
  fulfillmentStatusAfter,
  type OrderInWork,
} from "../../orders/orders/index.ts";
import { lineTotals } from "../../selling/totals/index.ts";
import { type EditInWork, type EditLine, originalOf } from "./order-edit.ts";

/** By the last thing that happened to deliveries: it is as complete as the lines are now. */
const last: Partial<Record<FulfillmentStatus, "fulfill" | "ship" | "return">> = {
  partially_fulfilled: "fulfill",
  fulfilled: "fulfill",
  partially_shipped: "ship",
  shipped: "ship",
  partially_returned: "return",
  returned: "return",
};

/** The state of deliveries when lines were added, taken out or changed: what was sent in full may be so no longer. */
export function fulfillmentStatusAfterEdit(order: OrderInWork, edit: EditInWork): FulfillmentStatus {
  const happened = last[order.fulfillment_status];
  if (!happened) return order.fulfillment_status;
  return fulfillmentStatusAfter[happened](
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

/** A gift card is worth what is paid for it without tax; the tax that was paid for it is not due again. */
export const boughtGiftCards = (order: OrderInWork, edit: EditInWork) =>
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
