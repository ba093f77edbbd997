import { randomBytes } from "node:crypto";
import { demoAccounts, demoCustomerGroups } from "../customers.ts";
import { getOrThrow } from "../lookup.ts";
import type { ShopApi } from "../shop-api.ts";
import { creating, idsBy, makeMissing } from "./make-missing.ts";

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
