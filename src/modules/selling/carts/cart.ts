import type { AddressTexts } from "../../../kernel/address.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { PaymentSession } from "../payment-sessions/index.ts";
import type { Adjustment, TaxLine, UsableGiftCard } from "../totals/index.ts";

/** A cart that was read to be shown or changed. The names are those of its tables. */
export interface Cart {
  id: string;
  type: "default" | "swap" | "draft_order" | "payment_link" | "claim";
  email: string | null;
  customer_id: string | null;
  region_id: string;
  sales_channel_id: string | null;
  billing_address_id: string | null;
  shipping_address_id: string | null;
  payment_id: string | null;
  completed_at: string | null;
  payment_authorized_at: string | null;
  context: Metadata | null;
  metadata: Metadata | null;
  region: CartRegion;
  billing_address: CartAddress | null;
  shipping_address: CartAddress | null;
  items: CartLine[];
  discounts: CartDiscount[];
  gift_cards: (UsableGiftCard & { code: string; is_disabled: boolean })[];
  shipping_methods: CartShippingMethod[];
  payment_sessions: PaymentSession[];
  /** Undefined if it was not read. */
  customer?: CartCustomer | null;
  /** Data outside of the cart's own rows that its prices and taxes depend on. */
  $facts: CartFacts;
}

export interface CartRegion {
  id: string;
  currency_code: string;
  tax_rate: number;
  tax_provider_id: string | null;
  automatic_taxes: boolean;
  gift_cards_taxable: boolean;
  includes_tax: boolean;
  deleted_at: string | null;
  countries: { iso_2: string }[];
  payment_providers: { id: string }[];
}

export interface CartCustomer {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  has_account: boolean;
  metadata: Metadata | null;
}

export interface CartAddress extends AddressTexts {
  id: string;
  customer_id: string | null;
  metadata: Metadata | null;
}

export interface CartLine {
  id: string;
  variant_id: string | null;
  title: string;
  unit_price: number;
  quantity: number;
  includes_tax: boolean;
  should_merge: boolean;
  allow_discounts: boolean;
  is_return: boolean;
  is_giftcard: boolean;
  has_shipping: boolean | null;
  metadata: Metadata | null;
  adjustments: LineAdjustment[];
  /** Also read if the product was deleted. */
  variant: LineVariant | null;
}

export interface LineVariant {
  product_id: string;
  sku: string | null;
  weight: number | null;
  /** A cart that is read to be shown has all columns, and the product. */
  inventory_quantity?: number;
  product?: { profiles?: { id: string }[] } | null;
}

export interface LineAdjustment extends Adjustment {
  discount_id: string | null;
}

/** Adjustments without a discount were created by plugins or by v1, and are not removed. */
export const isOfDiscount = ({ discount_id }: LineAdjustment) => discount_id !== null;

export interface CartDiscount {
  id: string;
  code: string;
  rule: {
    id: string;
    type: "fixed" | "percentage" | "free_shipping";
    value: number;
    allocation: "total" | "item" | null;
  };
}

export interface CartShippingMethod {
  id: string;
  shipping_option_id: string;
  price: number;
  includes_tax: boolean;
  data: Metadata;
  /** Null if the option was deleted after it was chosen. */
  shipping_option: { profile_id: string } | null;
}

/** A tax rate that is stored with a line. */
export interface StoredTaxLine extends TaxLine {
  id: string;
  created_at: string;
  updated_at: string;
  metadata: Metadata | null;
}

/**
 * Pairs for a Map. With ids as object keys, V8 would create a hidden class for every id, which makes property access slow
 * everywhere.
 */
export type ById<Value> = readonly (readonly [id: string, value: Value])[];

export interface LineFacts {
  rates: TaxLine[];
  profiles: string[];
}

export interface CartFacts {
  /** True for the cart of a swap. */
  is_swap: boolean;
  /** True for the cart of a draft order. */
  is_draft: boolean;
  /** The taxes that were paid for returned lines. They are refunded, even if the rates have changed. */
  returned_rates: ById<StoredTaxLine[]>;
  customer_id: string | null;
  email: string | null;
  completed_at: string | null;
  /** For the tax service, also if the cart is shown without its customer. */
  customer: CartCustomer | null;
  currency_includes_tax: boolean;
  customer_group_ids: string[];
  /**
   * By line, the rates of its product or of the product's type, and the shipping profiles of the product. Lines without a
   * product are missing and not taxed.
   */
  lines: ById<LineFacts>;
  /** Rates of the shipping options by method. */
  shipping_rates: ById<TaxLine[]>;
  /** The amounts that a completed cart used of gift cards. */
  spent: UsableGiftCard[];
  /** The last answer of a tax service for this cart. */
  tax_answer: { content: string; lines: unknown } | null;
  is_stock_by_location: boolean;
  /** The version of regions, shipping options and other reference data. */
  reference_data_version: string | null;
  /** Agreed shipping prices of this cart, by option. */
  custom_shipping_prices: Record<string, number>;
}

export const unknownCart = (id: string) => notFound("Cart", id);

export const unknownRegion = (id: string) => new Refusal("not_found", `Region with ${id} was not found`);

/** The quantities that are taken from stock. */
export const stockLinesOf = ({ items }: Pick<Cart, "items">) => piecesOf(items.filter(isSold));

/** The quantities that the customer returns in a swap. */
export const returnedPiecesOf = ({ items }: Pick<Cart, "items">) =>
  piecesOf(items.filter(({ is_return }) => is_return));

const piecesOf = (lines: readonly CartLine[]) =>
  lines.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );

/** Lines of a swap that the customer returns are not sold. */
export const isSold = ({ is_return }: Pick<CartLine, "is_return">) => !is_return;

/** A shipping method was chosen for the line. */
export const isShipped = ({ has_shipping }: Pick<CartLine, "has_shipping">) => has_shipping === true;

/** The returned lines are part of the swap. */
export function refuseReturnedLine({ is_return }: Pick<CartLine, "is_return">): void {
  if (is_return) throw notAllowed("Returned lines of a swap cannot be changed in its cart");
}

/** After the completion only the order can be changed. */
export function refuseCompleted({ completed_at }: Pick<Cart, "completed_at">): void {
  if (completed_at !== null) {
    throw notAllowed("The cart has been completed and can no longer be changed", "cart_incompatible_state");
  }
}

/** Other open carts show taxes only on request. As in v1, so do carts whose region was deleted. */
export const areTaxesShown = ({ region }: Pick<Cart, "region">): boolean =>
  region.automatic_taxes && region.deleted_at === null;

/** A cart whose region was deleted can only move to another region. */
export function refuseDeletedRegion({ region }: Pick<Cart, "region">): void {
  if (region.deleted_at !== null) throw unknownRegion(region.id);
}

export const isFreeShipping = ({ rule }: CartDiscount) => rule.type === "free_shipping";

/** The discount on goods. A cart has at most one. */
export const goodsDiscountOf = ({ discounts }: Pick<Cart, "discounts">): CartDiscount | undefined =>
  discounts.find((discount) => !isFreeShipping(discount));

export const selectedSession = ({ payment_sessions }: Pick<Cart, "payment_sessions">) =>
  payment_sessions.find((session) => session.is_selected);
