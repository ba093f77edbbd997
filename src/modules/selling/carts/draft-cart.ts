import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import { checkedLine, type LineContext } from "../line-items/index.ts";
import type { SentAddress } from "./cart-addresses.ts";
import type { Line } from "./line.ts";

/** A variant at its own or a manual price, or a custom item without a variant. */
export interface DraftLine {
  variant_id?: string;
  title?: string;
  unit_price?: number;
  /** Whether `unit_price` has the taxes of the region in it. */
  includes_tax?: boolean;
  /** Whether an item without a variant is taxed. By default only if its price has the taxes in it, as in v1. */
  is_taxed?: boolean;
  quantity: number;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

export interface DraftShipping {
  option_id: string;
  data?: Metadata;
  /** An agreed price; without it the price of the option applies. */
  price?: number;
}

/** The input for the cart of a draft order. */
export interface DraftCart {
  region_id: string;
  email: string;
  /** An unknown id is ignored: the customer with the email is used. */
  customer_id?: string;
  billing_address?: SentAddress | string | null;
  shipping_address?: SentAddress | string | null;
  items?: DraftLine[];
  shipping_methods: DraftShipping[];
  discounts?: { code: string }[];
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

/**
 * A line without a product: it is not discounted, and needs no shipping method of its own. As in v1 it is not taxed, unless its
 * price includes the taxes, or taxes are added to it: then it has the rate of the region. v1 has no column for that, and shares
 * carts with us: such a line is the only one without a product that does not merge.
 */
export const customLine = (
  id: string,
  { title, unit_price, quantity, metadata, ...line }: DraftLine,
  context: LineContext,
): Line =>
  checkedLine(
    {
      id,
      variant_id: null,
      title: title || "Custom item",
      description: null,
      thumbnail: null,
      unit_price: Math.max(unit_price ?? 0, 0),
      quantity,
      includes_tax: line.includes_tax ?? false,
      allow_discounts: false,
      is_giftcard: false,
      metadata: metadata ?? {},
      ...(line.custom_fields && { custom_fields: line.custom_fields }),
      has_shipping: true,
      ...(line.is_taxed && !line.includes_tax && { should_merge: false }),
    },
    context,
  );

export function refuseUntaxed({ is_taxed, includes_tax, variant_id }: DraftLine): void {
  if (is_taxed !== false) return;
  if (variant_id !== undefined) throw invalid("is_taxed: a line with a variant has the taxes of its product");
  if (includes_tax) throw invalid("is_taxed: a price that includes taxes is taxed");
}

/** Null without a manual price. It excludes tax unless it is sent as one that includes it, and is at least 0. */
export const manualPriceOf = ({ unit_price, includes_tax = false }: DraftLine) =>
  unit_price === undefined ? null : { amount: Math.max(unit_price, 0), includesTax: includes_tax };

/** A manual price does not follow the catalogue. */
export const asAgreed = (line: Line): Line => ({ ...line, should_merge: false });

/** The last of several shipping methods for the same profile applies. */
export const lastByProfile = <Chosen extends { option: { profile_id: string } }>(
  methods: readonly Chosen[],
): Chosen[] => [...new Map(methods.map((method) => [method.option.profile_id, method])).values()];

/** A cart with one agreed price accepts agreed prices only, so all methods get one. */
export const agreedPrices = (
  methods: readonly { option: { id: string }; price: number; isAgreed: boolean }[],
): { optionId: string; price: number }[] =>
  methods.some(({ isAgreed }) => isAgreed)
    ? methods.map(({ option, price }) => ({ optionId: option.id, price }))
    : [];
