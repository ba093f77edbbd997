import { type DemoCustomer, demoCustomerGroups, demoCustomers } from "../customers.ts";
import { the } from "./lookup.ts";
import type { Seeding } from "./seeding.ts";

/** All accounts get the same password: it is a demo. */
export async function seedCustomers({ insert, born }: Seeding, passwordHash: string): Promise<void> {
  const groups = demoCustomerGroups.map((name) => ({ ...born("cgrp"), name }));
  const groupIds = new Map<string, string>(groups.map(({ name, id }) => [name, id]));
  const customers = demoCustomers.map((customer) => ({
    ...customer,
    birth: born("cus"),
    billing: { ...born("addr"), ...addressOf(customer), customer_id: null },
  }));
  // The billing address is the customer's own row, not one of the shipping addresses, and has to exist first.
  await insert(
    "address",
    customers.map(({ billing }) => billing),
  );
  await insert(
    "customer",
    customers.map(({ birth, billing, firstName, lastName, email, phone = null, isGuest = false }) => ({
      ...birth,
      email,
      first_name: firstName,
      last_name: lastName,
      phone,
      has_account: !isGuest,
      password_hash: isGuest ? null : passwordHash,
      billing_address_id: billing.id,
    })),
  );
  await insert(
    "address",
    customers
      .filter(({ isGuest }) => !isGuest)
      .map((customer) => ({ ...born("addr"), ...addressOf(customer), customer_id: customer.birth.id })),
  );
  await insert("customer_group", groups);
  await insert(
    "customer_group_customers",
    customers.flatMap(({ birth, group }) =>
      group ? [{ customer_group_id: the(groupIds, group), customer_id: birth.id }] : [],
    ),
  );
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
