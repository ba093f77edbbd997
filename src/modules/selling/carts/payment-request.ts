import type { Cart } from "./cart.ts";
import { toProviderAddress, toProviderCustomer } from "./tax-calculation.ts";

/** What a payment provider is told of a cart: the shape of the port in `providers/ports/payment.ts`. */
export const paymentRequestOf = (cart: Cart, amount: number) => ({
  resourceId: cart.id,
  amount,
  currencyCode: cart.region.currency_code,
  email: cart.email,
  customer: cart.$facts.customer && toProviderCustomer(cart.$facts.customer),
  billingAddress: cart.billing_address && toProviderAddress(cart.billing_address),
});
