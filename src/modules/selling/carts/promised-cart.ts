import type { Metadata } from "../../../kernel/metadata.ts";
import type { SentAddress } from "./cart-addresses.ts";
import type { Line } from "./line.ts";

/** What an administrator promises a customer: a variant, for its price or for another one, or anything else. */
export interface PromisedLine {
  variant_id?: string;
  title?: string;
  unit_price?: number;
  quantity: number;
  metadata?: Metadata;
}

export interface PromisedShipping {
  option_id: string;
  data?: Metadata;
  /** Agreed on; otherwise what the option costs. */
  price?: number;
}

/** A cart that an administrator puts together for a customer. */
export interface PromisedCart {
  region_id: string;
  email: string;
  /** Counts where there is such a customer; otherwise the cart is for the one with the email. */
  customer_id?: string;
  billing_address?: SentAddress | string | null;
  shipping_address?: SentAddress | string | null;
  items?: PromisedLine[];
  shipping_methods: PromisedShipping[];
  discounts?: { code: string }[];
  metadata?: Metadata;
}

/** A line that sells no product: it is not taxed, not discounted, and sent with whatever is sent. */
export const handmadeLine = (id: string, { title, unit_price, quantity, metadata }: PromisedLine): Line => ({
  id,
  variant_id: null,
  title: title || "Custom item",
  description: null,
  thumbnail: null,
  unit_price: Math.max(unit_price ?? 0, 0),
  quantity,
  includes_tax: false,
  allow_discounts: false,
  is_giftcard: false,
  metadata: metadata ?? {},
  has_shipping: true,
});

/** The price that was set by hand is one without tax, not below nothing, and holds whatever happens to the catalogue. */
export const withPriceByHand = (line: Line, { unit_price }: PromisedLine): Line =>
  unit_price === undefined
    ? line
    : { ...line, unit_price: Math.max(unit_price, 0), includes_tax: false, should_merge: false };

/** Of several ways to ship for the same goods the last one counts. */
export const lastByProfile = <Chosen extends { option: { profile_id: string } }>(
  methods: readonly Chosen[],
): Chosen[] => [...new Map(methods.map((method) => [method.option.profile_id, method])).values()];

/** Once a price was agreed on, the cart can be sent for agreed prices only: so all of them are. */
export const agreedPrices = (
  methods: readonly { option: { id: string }; price: number; isAgreed: boolean }[],
): { optionId: string; price: number }[] =>
  methods.some(({ isAgreed }) => isAgreed)
    ? methods.map(({ option, price }) => ({ optionId: option.id, price }))
    : [];
