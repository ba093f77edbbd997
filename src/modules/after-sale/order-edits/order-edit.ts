import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { OrderInWork } from "../../orders/orders/index.ts";
import type { PaymentCollection } from "../../orders/payment-collections/index.ts";
import type { CartAddress, CartCustomer } from "../../selling/carts/index.ts";
import type { PricedLine, TaxLine } from "../../selling/totals/index.ts";
import type { EditState, EditStatus } from "./order-edit-state.ts";

/** An order edit as it is read to be changed; the names are those of its tables. */
export interface EditInWork {
  id: string;
  order_id: string;
  status: EditStatus;
  internal_note: string | null;
  payment_collection_id: string | null;
  items: EditLine[];
  changes: ItemChange[];
  /** What taxes of its lines depend on beside its own rows. */
  $ground: EditGround;
}

export interface EditLine extends PricedLine {
  id: string;
  /** The line of the order in whose place this one is; null for one that is added. */
  original_item_id: string | null;
  variant_id: string | null;
  title: string;
  is_return: boolean;
  is_giftcard: boolean;
  allow_discounts: boolean;
  fulfilled_quantity: number | null;
  shipped_quantity: number | null;
  returned_quantity: number | null;
  metadata: Metadata | null;
  adjustments: EditAdjustment[];
  tax_lines: TaxLine[];
  variant: { product_id: string } | null;
}

export interface EditAdjustment {
  amount: number;
  discount_id: string | null;
  description: string;
  /** What a plugin noted at it. */
  metadata?: Metadata | null;
}

export interface ItemChange {
  id: string;
  type: "item_add" | "item_update" | "item_remove";
  original_line_item_id: string | null;
  line_item_id: string | null;
}

export interface EditGround {
  /** By line, the rates of its product or of the product's type; a line that is missing sells no product. */
  rates: Record<string, TaxLine[]>;
  customer: Omit<CartCustomer, "has_account"> | null;
  shipping_address: CartAddress | null;
}

/** An edit with the order it is for, both locked, and what is to be paid for it. */
export interface EditWork {
  edit: EditInWork;
  order: OrderInWork;
  collection: PaymentCollection | null;
}

export const unknownEdit = (id: string) => notFound("Order edit", id);

const sum = <Thing>(things: readonly Thing[], amountOf: (thing: Thing) => number) =>
  things.reduce((total, thing) => total + amountOf(thing), 0);

/** What decides on what may be done with an edit. */
export function editStateOf({ edit, collection }: EditWork, differenceDue: number): EditState {
  const payments = collection?.payments ?? [];
  const authorized =
    collection === null || collection.status === "canceled" ? 0 : (collection.authorized_amount ?? 0);
  return {
    id: edit.id,
    status: edit.status,
    hasChanges: edit.changes.length > 0,
    differenceDue,
    authorized,
    covered: authorized - sum(payments, ({ amount_refunded }) => amount_refunded),
    captured: sum(payments, ({ captured_at, amount, amount_refunded }) =>
      captured_at === null ? 0 : amount - amount_refunded,
    ),
  };
}

/** The line of the order in whose place a line of the edit is. */
export const originalOf = (order: OrderInWork, { original_item_id }: Pick<EditLine, "original_item_id">) =>
  order.items.find(({ id }) => id === original_item_id);
