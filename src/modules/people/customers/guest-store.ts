import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { asStored } from "./customer.ts";

export interface Guest {
  id: string;
  email: string;
  /** What to tell of a customer that was not there before. */
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

/** The guest with this email; whoever has an account with it is somebody else until they log in. */
export async function guestFor(tx: Tx, email: string): Promise<Guest> {
  const asked = { id: newId("cus"), email: asStored(email) };
  const [guest] = await findOrInsert(tx, asked);
  if (guest) return guest;
  // Another request made the guest at the same moment; now that it is committed it is seen.
  const [made] = await findOrInsert(tx, asked);
  return made!;
}
