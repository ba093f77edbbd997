import { emptyAddressTexts } from "../../../kernel/address.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import type { CartAddress, SentAddress } from "../../selling/carts/index.ts";
import type { PricedLine, PricedShipping } from "../../selling/totals/index.ts";

/** The input of an order's totals. Properties are named after columns. */
export interface OrderFacts {
  customer_id: string;
  /** Orders from before taxes were stored by line have one rate for everything; else null. */
  tax_rate: number | null;
  lines: OrderLine[];
  /** Lines of its swaps and claims. */
  additional_lines: OrderLine[];
  shipping_methods: (PricedShipping & { id: string })[];
  paid: number[];
  refunded: number[];
  gift_card_uses: { gift_card_id: string; amount: number; tax_rate: number | null; limits_tax?: boolean }[];
}

export interface OrderLine extends PricedLine {
  id: string;
  returned_quantity: number | null;
  /** Absent for lines of an edit that is not confirmed. */
  returned_unsent?: number;
}

export const unknownOrder = (id: string) => notFound("Order", id);

export const noOrderOfCart = (cartId: string) =>
  new Refusal("not_found", `Order with cart_id: ${cartId} was not found`);

/** Does not state which part was wrong: that would reveal which emails have ordered. */
export const noMatchingOrder = () => new Refusal("not_found", "There is no order with this number and email");

export const fulfillmentStatuses = [
  "not_fulfilled",
  "partially_fulfilled",
  "fulfilled",
  "partially_shipped",
  "shipped",
  "partially_returned",
  "returned",
  "canceled",
  "requires_action",
] as const;

export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];

export const paymentStatuses = [
  "not_paid",
  "awaiting",
  "captured",
  "partially_refunded",
  "refunded",
  "canceled",
  "requires_action",
] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

/** The changes of an order that an admin can make directly. */
export interface OrderChanges {
  email?: string;
  customer_id?: string;
  /** Null: no change. */
  billing_address?: SentAddress | null;
  shipping_address?: SentAddress | null;
  shipping_method?: ShippingMethodChange[];
  no_notification?: boolean;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

/** Identifies the method by its profile or provider. Both are optional if the order has one method. */
interface ShippingMethodChange {
  profile_id?: string;
  provider_id?: string;
  price?: number;
  data?: Metadata;
}

/** Fields that v1 accepts and ignores. We refuse them and name the right place. */
const changedElsewhere: Readonly<Record<string, string>> = {
  items: "the lines of an order are changed by an order edit",
  discounts: "discounts are used when the order is placed",
  region: "an order stays in the region it was placed in",
  payment_method: "payments are captured and refunded by operations of their own",
};

const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);

export function refuseChangedElsewhere(changes: object): void {
  const sent = changes as Readonly<Record<string, unknown>>;
  for (const [name, reason] of Object.entries(changedElsewhere)) {
    if (!isEmpty(sent[name])) throw invalid(`${name}: ${reason}`);
  }
}

const emptyAddress: Omit<CartAddress, "id"> = {
  customer_id: null,
  ...emptyAddressTexts,
  metadata: null,
};

/**
 * The changed address as a new row: the customer's address book and the cart may still use the old one.
 */
export function changedAddress(
  id: string,
  current: CartAddress | null,
  { metadata, ...sent }: SentAddress,
): CartAddress {
  return {
    ...emptyAddress,
    ...current,
    ...sent,
    id,
    customer_id: null,
    country_code: sent.country_code?.toLowerCase() ?? null,
    metadata: metadata ? mergedMetadata(current?.metadata ?? null, metadata) : (current?.metadata ?? null),
  };
}

/** As in v1: an address that is sent names its country. */
export function refuseWithoutCountry(name: string, { country_code }: SentAddress): void {
  if (!country_code) throw invalid(`${name}.country_code: an address of an order needs a country`);
}

/** An order ships only to countries of its region. */
export function refuseForeignCountry({ country_code }: CartAddress, countries: readonly string[]): void {
  if (country_code === null || !countries.includes(country_code)) {
    throw invalid("Shipping country must be in the order region");
  }
}

interface ChangeableMethod {
  id: string;
  price: number;
  data: Metadata;
  shipping_option: { profile_id: string; provider_id: string } | null;
}

const matches = (method: ChangeableMethod, { profile_id, provider_id }: ShippingMethodChange): boolean => {
  const option = method.shipping_option;
  return (
    (profile_id === undefined || option?.profile_id === profile_id) &&
    (provider_id === undefined || option?.provider_id === provider_id)
  );
};

/** The changed methods. Throws if a change does not match exactly one method. */
export const changedMethods = (
  { shipping_methods }: { shipping_methods: readonly ChangeableMethod[] },
  changes: readonly ShippingMethodChange[],
): { id: string; price: number; data: Metadata }[] =>
  changes.map((change) => {
    const [method, ...others] = shipping_methods.filter((each) => matches(each, change));
    if (!method || others.length > 0) {
      throw notAllowed("shipping_method: the order has no such shipping method, or several");
    }
    const { id, price, data } = method;
    return { id, price: change.price ?? price, data: change.data ?? data };
  });
