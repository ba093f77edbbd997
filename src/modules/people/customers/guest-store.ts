import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { asStored } from "./customer.ts";

export interface Guest {
  id: string;
  email: string;
  /** The event of a new guest. */
  isNew: boolean;
}

const findOrInsert = compiledReturningWrite<{ id: string; email: string }, Guest>(
  "customer-guest-find-or-insert",
  { inserts: ["customer"] },
  (p) => sql<Guest>`
    with known as (
      select id, email from customer where email = ${p.email} and not has_account and deleted_at is null),
    made as (
      insert into customer (id, email, has_account)
      select ${p.id}, ${p.email}, false where not exists (select 1 from known)
      on conflict (email, has_account) where deleted_at is null do nothing
      returning id, email)
    select id, email, false as "isNew" from known union all select id, email, true from made`,
);

/** The guest with this email. An account with the same email is another customer. */
export async function guestFor(tx: Tx, email: string): Promise<Guest> {
  const guestRow = { id: newId("cus"), email: asStored(email) };
  const [guest] = await findOrInsert(tx, guestRow);
  if (guest) return guest;
  // Another request inserted the guest at the same time; its row is committed and visible now.
  const [made] = await findOrInsert(tx, guestRow);
  return made!;
}
