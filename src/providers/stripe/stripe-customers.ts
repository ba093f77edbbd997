import type { Stripe } from "stripe";
import type { Customer, ProviderData } from "../ports/common.ts";
import { isRepeated, keyForMaking, type StripeClient } from "./stripe-client.ts";
import { nullIf } from "./stripe-problem.ts";

/**
 * The customers of the shop at Stripe, where their payment methods are stored. They are identified by the id of the shop's customer
 * in metadata that only the shop writes. The metadata of the shop's own customer is not used: customers can change it, and would
 * get access to the cards of others.
 */
export function stripeCustomers(client: StripeClient) {
  /** The oldest, if two were created at the same time. */
  const find = (customer: Customer): Promise<string | null> =>
    client.call(async (stripe) => {
      const { data } = await stripe.customers.list({ email: customer.email, limit: 100 });
      return data.findLast(({ metadata }) => metadata.customer_id === customer.id)?.id ?? null;
    });

  /** Null if Stripe rejects the email: the payment continues without a customer. */
  const create = (customer: Customer): Promise<string | null> => {
    const name = [customer.firstName, customer.lastName].filter(Boolean).join(" ");
    const properties = {
      email: customer.email,
      ...(name ? { name: name.slice(0, 256) } : {}),
      metadata: { customer_id: customer.id },
    };
    return client.call(async (stripe) => {
      const idempotencyKey = keyForMaking("customer", customer.id, properties);
      const made = await stripe.customers
        .create(properties, { idempotencyKey })
        .catch(nullIf("email_invalid"));
      if (!made || !isRepeated(made)) return made?.id ?? null;
      // It may have been deleted at Stripe since.
      const { deleted } = await stripe.customers.retrieve(made.id);
      return deleted ? (await stripe.customers.create(properties)).id : made.id;
    });
  };

  return {
    findOrCreate: async (customer: Customer): Promise<string | null> =>
      (await find(customer)) ?? (await create(customer)),

    async savedMethods(customer: Customer): Promise<ProviderData[]> {
      const id = await find(customer);
      if (!id) return [];
      const { data } = await client.call((stripe) => stripe.customers.listPaymentMethods(id, { limit: 100 }));
      return data.map(methodData);
    },
  };
}

/** Only what a customer needs to select a method. */
const methodData = ({ id, type, created, card }: Stripe.PaymentMethod): ProviderData => ({
  id,
  type,
  created,
  ...(card
    ? {
        card: { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year },
      }
    : {}),
});
