import type { Tx } from "../../db/database.ts";
import { newId } from "../../kernel/ids.ts";
import { demoCustomers } from "../customers.ts";
import { insertRows } from "./insert-rows.ts";

/** Customers who bought without an account; those the shop knows already stay as they are. */
export async function seedGuests(tx: Tx): Promise<void> {
  const known = await tx.run<{ email: string }>({
    text: "select email from customer where not has_account and deleted_at is null and email = any($1)",
    values: [demoCustomers.map(({ email }) => email)],
  });
  const emails = new Set(known.map(({ email }) => email));
  const guests = demoCustomers.filter(({ isGuest, email }) => isGuest && !emails.has(email));
  await insertRows(
    tx,
    "customer",
    guests.map(({ email, firstName, lastName, phone = null }) => ({
      id: newId("cus"),
      email,
      first_name: firstName,
      last_name: lastName,
      phone,
      has_account: false,
    })),
  );
}
