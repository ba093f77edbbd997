import { type Cart, type CartAddress, type CartCustomer, isSold } from "./cart.ts";
import { type CartTaxes, countedAdjustments, shippingPriceIn } from "./cart-totals.ts";

/** The shape of the port in `providers/ports/tax.ts`. */
export function taxCalculationOf(cart: Cart, rates: CartTaxes) {
  return {
    currencyCode: cart.region.currency_code,
    regionId: cart.region.id,
    shippingAddress: cart.shipping_address && toProviderAddress(cart.shipping_address),
    customer: cart.$facts.customer && toProviderCustomer(cart.$facts.customer),
    items: cart.items.filter(isSold).map((line) => ({
      lineItemId: line.id,
      productId: line.variant?.product_id ?? null,
      quantity: line.quantity,
      unitPrice: line.unit_price,
      discount: countedAdjustments(cart, line).reduce((sum, { amount }) => sum + amount, 0),
      includesTax: line.includes_tax,
      rates: rates.lines.get(line.id) ?? [],
    })),
    shipping: cart.shipping_methods.map((method) => ({
      shippingMethodId: method.id,
      amount: shippingPriceIn(cart, method),
      includesTax: method.includes_tax,
      rates: rates.shipping.get(method.id) ?? [],
    })),
  };
}

export const toProviderAddress = (address: CartAddress) => ({
  firstName: address.first_name,
  lastName: address.last_name,
  company: address.company,
  address1: address.address_1,
  address2: address.address_2,
  city: address.city,
  province: address.province,
  postalCode: address.postal_code,
  countryCode: address.country_code,
  phone: address.phone,
});

export const toProviderCustomer = (customer: Omit<CartCustomer, "has_account">) => ({
  id: customer.id,
  email: customer.email,
  firstName: customer.first_name,
  lastName: customer.last_name,
  metadata: customer.metadata ?? {},
});

interface TaxAnswer {
  items: readonly { lineItemId: string; rate: number; name: string; code: string | null }[];
  shipping: readonly { shippingMethodId: string; rate: number; name: string; code: string | null }[];
}

/** The rates by line and shipping method. Rates of unknown lines and methods are ignored. */
export function taxesFromAnswer(cart: Cart, answer: TaxAnswer): CartTaxes {
  const of = <Line extends { rate: number; name: string; code: string | null }>(
    things: readonly { id: string }[],
    lines: readonly Line[],
    idOf: (line: Line) => string,
  ) =>
    things.map(
      ({ id }) =>
        [
          id,
          lines.filter((line) => idOf(line) === id).map(({ rate, name, code }) => ({ rate, name, code })),
        ] as const,
    );
  const ofLines = of(cart.items, answer.items, (line) => line.lineItemId);
  return {
    lines: new Map([...ofLines, ...cart.$facts.returned_rates]),
    shipping: new Map(of(cart.shipping_methods, answer.shipping, (line) => line.shippingMethodId)),
  };
}

/** The shape of the port in `providers/ports/payment.ts`. */
export const paymentRequestOf = (cart: Cart, amount: number) => ({
  resourceId: cart.id,
  amount,
  currencyCode: cart.region.currency_code,
  email: cart.email,
  customer: cart.$facts.customer && toProviderCustomer(cart.$facts.customer),
  billingAddress: cart.billing_address && toProviderAddress(cart.billing_address),
});
