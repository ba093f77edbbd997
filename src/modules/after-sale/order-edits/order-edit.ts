import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import {
  type LockedOrder,
  type OrderFacts,
  type OrderLine,
  totalsOfOrder,
} from "../../orders/orders/index.ts";
import type { PaymentCollection } from "../../orders/payment-collections/index.ts";
import type { CartAddress, CartCustomer } from "../../selling/carts/index.ts";
import type { PricedLine, TaxLine } from "../../selling/totals/index.ts";
import type { EditState, EditStatus } from "./order-edit-state.ts";

/** An order edit as it is read to be changed; the names are those of its tables. */
export interface LockedEdit {
  id: string;
  order_id: string;
  status: EditStatus;
  internal_note: string | null;
  payment_collection_id: string | null;
  items: EditLine[];
  changes: ItemChange[];
  /** Facts for the taxes of its lines that are not in its own rows. */
  $tax_facts: TaxFacts;
}

export interface EditLine extends PricedLine {
  id: string;
  /** The line of the order that this one replaces; null for an added line. */
  original_item_id: string | null;
  variant_id: string | null;
  should_merge: boolean;
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
  /** Data of plugins. */
  metadata?: Metadata | null;
}

export interface ItemChange {
  id: string;
  type: "item_add" | "item_update" | "item_remove";
  original_line_item_id: string | null;
  line_item_id: string | null;
}

export interface TaxFacts {
  /** By line, the rates of its product or of the product's type. A line without a product is missing. */
  rates: Record<string, TaxLine[]>;
  customer: Omit<CartCustomer, "has_account"> | null;
  shipping_address: CartAddress | null;
}

/** An edit with its order, both locked, and its payment collection. */
export interface EditWithOrder {
  edit: LockedEdit;
  order: LockedOrder;
  collection: PaymentCollection | null;
}

/** The logged-in customer or user who agrees to an edit or declines it, or null. */
export const authorOf = ({ customerId, userId }: { customerId: string | null; userId: string | null }) =>
  customerId ?? userId;

export const editNotFound = (id: string) => notFound("Order edit", id);

const sum = <Item>(items: readonly Item[], amountOf: (item: Item) => number) =>
  items.reduce((total, item) => total + amountOf(item), 0);

export function editStateOf({ edit, collection }: EditWithOrder, differenceDue: number): EditState {
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

/** The line of the order that a line of the edit replaces. */
export const originalOf = (order: LockedOrder, { original_item_id }: Pick<EditLine, "original_item_id">) =>
  order.items.find(({ id }) => id === original_item_id);

/** The totals of the order after the edit, and the difference to the present total. */
export function totalsOfEdit(order: OrderFacts, lines: OrderLine[]) {
  const { whole, lines: ofLines } = totalsOfOrder({ ...order, lines });
  return { whole, lines: ofLines, differenceDue: whole.total - totalsOfOrder(order).whole.total };
}

export const differenceOf = ({ order, edit }: Pick<EditWithOrder, "order" | "edit">): number =>
  totalsOfEdit(order.$facts, edit.items).differenceDue;
