import { emptyAddressTexts } from "../../../kernel/address.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed } from "../../../kernel/refusal.ts";
import type { CartAddress, SentAddress } from "../../selling/carts/index.ts";
import type { OrderInWork, OrderShippingMethod } from "./order-in-work.ts";

/** What administrators may change of an order by hand; its states follow from what happens to it. */
export interface OrderChanges {
  email?: string;
  customer_id?: string;
  /** Null says nothing. */
  billing_address?: SentAddress | null;
  shipping_address?: SentAddress | null;
  shipping_method?: ShippingMethodChange[];
  no_notification?: boolean;
  metadata?: Metadata;
}

/** An order has one method for each shipping profile, so that names it; it need not be named where there is one. */
export interface ShippingMethodChange {
  profile_id?: string;
  provider_id?: string;
  price?: number;
  data?: Metadata;
}

/** What v1 takes with an update and forgets; here somebody is told where it is done. */
const doneElsewhere: Readonly<Record<string, string>> = {
  items: "the lines of an order are changed by an order edit",
  discounts: "discounts are used when the order is placed",
  region: "an order stays in the region it was placed in",
  payment_method: "payments are captured and refunded by operations of their own",
};

const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);

export function refuseDoneElsewhere(sent: Readonly<Record<string, unknown>>): void {
  for (const [name, reason] of Object.entries(doneElsewhere)) {
    if (!isEmpty(sent[name])) throw invalid(`${name}: ${reason}`);
  }
}

const blank: Omit<CartAddress, "id"> = {
  customer_id: null,
  ...emptyAddressTexts,
  metadata: null,
};

/**
 * The address with what was sent, as a row of its own: the old one may be in the customer's book, and the cart shows
 * what was bought there.
 */
export function changedAddress(
  id: string,
  current: CartAddress | null,
  { metadata, ...sent }: SentAddress,
): CartAddress {
  return {
    ...blank,
    ...current,
    ...sent,
    id,
    customer_id: null,
    country_code: (sent.country_code ?? current?.country_code ?? null)?.toLowerCase() ?? null,
    metadata: metadata ? mergedMetadata(current?.metadata ?? null, metadata) : (current?.metadata ?? null),
  };
}

/** Goods go to countries of the region only. */
export function refuseForeignCountry({ country_code }: CartAddress, countries: readonly string[]): void {
  if (country_code !== null && !countries.includes(country_code)) {
    throw invalid("Shipping country must be in the order region");
  }
}

const fits = (method: OrderShippingMethod, { profile_id, provider_id }: ShippingMethodChange): boolean => {
  const option = method.shipping_option;
  return (
    (profile_id === undefined || option?.profile_id === profile_id) &&
    (provider_id === undefined || option?.provider_id === provider_id)
  );
};

/** The methods of the order as they are from now on, or the refusal that it is not clear which is meant. */
export const changedMethods = (
  { shipping_methods }: Pick<OrderInWork, "shipping_methods">,
  changes: readonly ShippingMethodChange[],
): { id: string; price: number; data: Metadata }[] =>
  changes.map((change) => {
    const [method, ...others] = shipping_methods.filter((each) => fits(each, change));
    if (!method || others.length > 0) {
      throw notAllowed("shipping_method: the order has no such shipping method, or several");
    }
    const { id, price, data } = method;
    return { id, price: change.price ?? price, data: change.data ?? data };
  });
