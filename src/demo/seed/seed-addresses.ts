import type { Tx } from "../../db/database.ts";
import { newId } from "../../kernel/ids.ts";
import { type DemoCustomer, demoCustomers } from "../customers.ts";
import { insertRows } from "./insert-rows.ts";

type Homeless = { id: string; email: string; has_account: boolean };

/** Everybody has a billing address, and who has an account also an address to deliver to. */
export async function seedAddresses(tx: Tx): Promise<void> {
  const homeless = await tx.run<Homeless>({
    text: `select id, email, has_account from customer
      where email = any($1) and billing_address_id is null and deleted_at is null for update`,
    values: [demoCustomers.map(({ email }) => email)],
  });
  const customers = demoCustomers.flatMap((customer) => {
    const found = homeless.find(
      ({ email, has_account }) => email === customer.email && has_account === !customer.isGuest,
    );
    return found ? [{ id: found.id, customer, billingId: newId("addr") }] : [];
  });
  await insertRows(
    tx,
    "address",
    customers.flatMap(({ id, customer, billingId }) => [
      // The billing address is a row of its own, not one of the addresses to deliver to.
      { id: billingId, customer_id: null, ...addressOf(customer) },
      ...(customer.isGuest ? [] : [{ id: newId("addr"), customer_id: id, ...addressOf(customer) }]),
    ]),
  );
  await tx.run({
    text: `update customer set billing_address_id = given.address, updated_at = now()
      from unnest($1::text[], $2::text[]) as given(customer, address) where id = given.customer`,
    values: [customers.map(({ id }) => id), customers.map(({ billingId }) => billingId)],
  });
}

const addressOf = ({ firstName, lastName, phone, address }: DemoCustomer) => ({
  company: address.company ?? null,
  first_name: firstName,
  last_name: lastName,
  address_1: address.street,
  city: address.city,
  province: address.province ?? null,
  postal_code: address.postalCode,
  country_code: address.country,
  phone: phone ?? null,
});
