import type { Refusal } from "../../../kernel/refusal.ts";
import { type AddressField, addressFields } from "./texts.ts";

/** A cart as its customer sees it before paying. */
export interface Payment {
  cartId: string;
  kind: "order" | "swap";
  shop: string;
  currency: string;
  email: string;
  lines: PaymentLine[];
  sums: Sums;
  address: Partial<Record<AddressField, string | null>> | null;
  needsAddress: boolean;
  countries: string[];
  needsShipping: boolean;
  options: { id: string; name: string; price: number }[];
  providers: OfferedProvider[];
}

export interface PaymentLine {
  title: string;
  description: string | null;
  quantity: number;
  total: number;
  /** What the customer sends back, or how: its price is credited, or charged. */
  returned: "goods" | "shipping" | null;
}

export interface OfferedProvider {
  id: string;
  /** Pays without a script in the page. */
  isLocal: boolean;
}

export interface Sums {
  goods: number;
  discount: number;
  shipping: number;
  giftCard: number;
  taxes: number;
  /** Whether the amounts above have the taxes in them. */
  areTaxesIncluded: boolean;
  total: number;
}

interface ShownLine {
  title: string;
  description: string | null;
  quantity: number;
  is_return: boolean;
  subtotal: number;
  tax_total: number;
  original_total: number;
  total: number;
  /** Returned lines have no description of their own. */
  variant?: { title: string } | null;
}

/** The parts of a cart's view that the page shows. */
export interface ShownCart {
  items: ShownLine[];
  shipping_methods: { total: number }[];
  subtotal: number;
  discount_total: number;
  shipping_total: number;
  gift_card_total: number;
  gift_card_tax_total: number;
  tax_total: number;
  total: number;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Prices of a region with taxes in them are shown with their taxes throughout, others without: gross and net are not mixed. */
export function sumsOf(cart: ShownCart, isGross: boolean): Sums {
  const { items, total } = cart;
  if (!isGross)
    return {
      goods: cart.subtotal,
      discount: cart.discount_total,
      shipping: cart.shipping_total,
      giftCard: cart.gift_card_total,
      taxes: cart.tax_total,
      areTaxesIncluded: false,
      total,
    };
  const goods = sum(items.map((line) => grossOf(line)));
  const shipping = sum(cart.shipping_methods.map((method) => method.total));
  const giftCard = cart.gift_card_total + cart.gift_card_tax_total;
  const discount = goods + shipping - giftCard - total;
  return { goods, discount, shipping, giftCard, taxes: cart.tax_total, areTaxesIncluded: true, total };
}

/** Before discounts. Returned lines credit what was paid for them. */
const grossOf = ({ is_return, total, original_total }: ShownLine) => (is_return ? total : original_total);

export const lineAmount = (line: ShownLine, isGross: boolean): number =>
  isGross ? grossOf(line) : line.subtotal;

export const paymentLine = (line: ShownLine, isGross: boolean): PaymentLine => ({
  title: line.title,
  description: line.description ?? (line.is_return ? (line.variant?.title ?? null) : null),
  quantity: line.quantity,
  total: lineAmount(line, isGross),
  returned: line.is_return ? (line.total < 0 ? "goods" : "shipping") : null,
});

/** Not every country has postal codes. */
const NEEDED: readonly AddressField[] = ["first_name", "last_name", "address_1", "city", "country_code"];

export const isNeeded = (field: AddressField): boolean => NEEDED.includes(field);

/** The first field that is needed and empty; null if none is. */
export const missingField = (sent: Readonly<Record<string, string>>): AddressField | null =>
  NEEDED.find((field) => !sent[field]?.trim()) ?? null;

/** Whether the payment was refused, and not the cart as it is. */
export const isDeclined = ({ type, code }: Refusal): boolean =>
  type === "payment_authorization_error" || (type === "not_allowed" && code !== "insufficient_inventory");

const MAX_LENGTH = 255;

export const sentAddress = (sent: Readonly<Record<string, string>>): Partial<Record<AddressField, string>> =>
  Object.fromEntries(
    addressFields.flatMap((field) => {
      const text = (sent[field] ?? "").trim().slice(0, MAX_LENGTH);
      return text === "" ? [] : [[field, text]];
    }),
  );
