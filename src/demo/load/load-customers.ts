import { randomBytes } from "node:crypto";
import type { Tx } from "../../db/database.ts";
import { newId } from "../../kernel/ids.ts";
import { type DemoCustomer, demoAccounts, demoCustomerGroups } from "../customers.ts";
import type { ShopApi } from "../shop-api.ts";
import { creating, getOrThrow, idsBy, makeMissing } from "./make-missing.ts";

/** Customers with an account, and their groups. Guests are created by their orders. */
export async function loadCustomers(api: ShopApi): Promise<void> {
  const accounts = await loadAccounts(api);
  const groups = await makeMissing({
    items: demoCustomerGroups,
    keyOf: (name) => name,
    existing: await idsBy("name", api.all("/admin/customer-groups", "customer_groups")),
    make: (name) => creating(api, "/admin/customer-groups", "customer_group")({ name }),
  });
  for (const name of demoCustomerGroups) {
    const members = demoAccounts.filter(({ group }) => group === name);
    await api.post(`/admin/customer-groups/${getOrThrow(groups, name)}/customers/batch`, {
      customer_ids: members.map(({ email }) => ({ id: getOrThrow(accounts, email) })),
    });
  }
}

async function loadAccounts(api: ShopApi): Promise<Map<string, string>> {
  const create = creating(api, "/admin/customers", "customer");
  // Demo customers are not for logins, so the password is random and not printed.
  const password = randomBytes(24).toString("base64url");
  return makeMissing({
    items: demoAccounts,
    keyOf: ({ email }) => email,
    existing: await idsBy("email", api.all("/admin/customers", "customers", { has_account: "true" })),
    make: ({ email, firstName, lastName, phone }) =>
      create({ email, first_name: firstName, last_name: lastName, phone, password }),
  });
}

/** Gives each demo account a billing address and a shipping address. */
export async function seedAddresses(tx: Tx): Promise<void> {
  const withoutAddress = await tx.run<{ id: string; email: string }>({
    text: `select id, email from customer where email = any($1) and has_account
      and billing_address_id is null and deleted_at is null for update`,
    values: [demoAccounts.map(({ email }) => email)],
  });
  const customers = demoAccounts.flatMap((customer) => {
    const found = withoutAddress.find(({ email }) => email === customer.email);
    return found ? [{ id: found.id, customer, billingId: newId("addr") }] : [];
  });
  await insertAddresses(
    tx,
    customers.flatMap(({ id, customer, billingId }) => [
      // The billing address is a separate row, not one of the shipping addresses.
      { id: billingId, customer_id: null, ...addressOf(customer) },
      { id: newId("addr"), customer_id: id, ...addressOf(customer) },
    ]),
  );
  await tx.run({
    text: `update customer set billing_address_id = given.address, updated_at = now()
      from unnest($1::text[], $2::text[]) as given(customer, address) where id = given.customer`,
    values: [customers.map(({ id }) => id), customers.map(({ billingId }) => billingId)],
  });
}

const columns = [
  "id",
  "customer_id",
  "company",
  "first_name",
  "last_name",
  "address_1",
  "city",
  "province",
  "postal_code",
  "country_code",
  "phone",
] as const;

type Address = Record<(typeof columns)[number], string | null>;

const names = columns.join(", ");

const insertAddresses = (tx: Tx, addresses: readonly Address[]) =>
  tx.run({
    text: `insert into address (${names}) select ${names}
      from json_to_recordset($1::json) as sent(${columns.map((column) => `${column} text`).join(", ")})`,
    values: [JSON.stringify(addresses)],
  });

/** In the format of the API. */
export const addressOf = ({ firstName, lastName, phone, address }: DemoCustomer) => ({
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
