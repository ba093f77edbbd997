import type { AddressTexts } from "../../../kernel/address.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { PaymentSession } from "../payment-sessions/index.ts";
import type { Adjustment, TaxLine, UsableGiftCard } from "../totals/index.ts";

/** A cart as it is read to be shown or changed; the names are those of its tables. */
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
  /** Whose it is; not read where nothing depends on it. */
  customer?: CartCustomer | null;
  /** What prices and taxes of this cart depend on beside its own rows. */
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
  /** What products of the line are, even after they were deleted. */
  variant: LineVariant | null;
}

export interface LineVariant {
  product_id: string;
  sku: string | null;
  weight: number | null;
  /** Where the cart is read to be shown, all columns are there, and the product. */
  inventory_quantity?: number;
  product?: { profiles?: { id: string }[] } | null;
}

export interface LineAdjustment extends Adjustment {
  discount_id: string | null;
}

/** Others were made by plugins, or by v1: only their maker takes them away. */
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
  /** Null when it was deleted after it had been chosen. */
  shipping_option: { profile_id: string } | null;
}

/** A rate as it was stored with a line. */
export interface StoredTaxLine extends TaxLine {
  id: string;
  created_at: string;
  updated_at: string;
  metadata: Metadata | null;
}

/**
 * As pairs, for a Map. An object with ids for keys would have a shape that no other object has: V8 makes a hidden class for
 * every id, and finds those of other objects more slowly for it.
 */
export type ById<Value> = readonly (readonly [id: string, value: Value])[];

export interface LineFacts {
  rates: TaxLine[];
  profiles: string[];
}

export interface CartFacts {
  /** Goods come back in exchange for others: the cart of a swap. */
  is_exchange: boolean;
  /** The taxes that were paid for what comes back, by line: they are given back, whatever the rates are today. */
  returned_rates: ById<StoredTaxLine[]>;
  customer_id: string | null;
  email: string | null;
  completed_at: string | null;
  /** A tax service is told of the customer, also where the cart is shown without. */
  customer: Omit<CartCustomer, "has_account"> | null;
  currency_includes_tax: boolean;
  customer_group_ids: string[];
  /**
   * By line, the rates of its product or of the product's type, and the shipping profiles of the product. A line that is
   * missing sells no product and is not taxed.
   */
  lines: ById<LineFacts>;
  /** Rates of the shipping options by method. */
  shipping_rates: ById<TaxLine[]>;
  /** What a completed cart took from gift cards. */
  spent: UsableGiftCard[];
  /** The last answer of a tax service for this cart. */
  tax_answer: { content: string; lines: unknown } | null;
  /** Whether the shop counts its stock by location. */
  is_stock_by_location: boolean;
  /** Changes with regions, shipping options and other data that hardly ever change. */
  reference_data_version: string | null;
  /** What shipping may cost in this cart, where that was agreed before. */
  custom_shipping_prices: Record<string, number>;
}

export const unknownCart = (id: string) => notFound("Cart", id);

export const unknownRegion = (id: string) => new Refusal("not_found", `Region with ${id} was not found`);

/** The pieces that are taken from stock. */
export const stockLinesOf = ({ items }: Pick<Cart, "items">) => piecesOf(items.filter(isSold));

/** The pieces that the customer gives in exchange. */
export const returnedPiecesOf = ({ items }: Pick<Cart, "items">) =>
  piecesOf(items.filter(({ is_return }) => is_return));

const piecesOf = (lines: readonly CartLine[]) =>
  lines.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );

/** What is bought, unlike what comes back in exchange and what that costs. */
export const isSold = ({ is_return }: Pick<CartLine, "is_return">) => !is_return;

/** A way to ship was chosen for it. */
export const isShipped = ({ has_shipping }: Pick<CartLine, "has_shipping">) => has_shipping === true;

/** What comes back was agreed on with the swap. */
export function refuseReturned({ is_return }: Pick<CartLine, "is_return">): void {
  if (is_return) throw notAllowed("What comes back in a swap cannot be changed in its cart");
}

/** A completed cart has become an order; only that can still be changed. */
export function refuseCompleted({ completed_at }: Pick<Cart, "completed_at">): void {
  if (completed_at !== null) {
    throw notAllowed("The cart has been completed and can no longer be changed", "cart_incompatible_state");
  }
}

/** Open carts of other regions show no taxes until they are asked for; as in v1 also those whose region was deleted. */
export const areTaxesShown = ({ region }: Pick<Cart, "region">): boolean =>
  region.automatic_taxes && region.deleted_at === null;

/** Nothing is sold in a region that was deleted: the cart can go to another one. */
export function refuseDeletedRegion({ region }: Pick<Cart, "region">): void {
  if (region.deleted_at !== null) throw unknownRegion(region.id);
}

export const isFreeShipping = ({ rule }: CartDiscount) => rule.type === "free_shipping";

/** The discount that makes goods cheaper; a cart has at most one. */
export const goodsDiscountOf = ({ discounts }: Pick<Cart, "discounts">): CartDiscount | undefined =>
  discounts.find((discount) => !isFreeShipping(discount));

export const selectedSession = ({ payment_sessions }: Pick<Cart, "payment_sessions">) =>
  payment_sessions.find((session) => session.is_selected);
