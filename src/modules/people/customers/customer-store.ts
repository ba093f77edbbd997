import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { duplicate, notFound } from "../../../kernel/refusal.ts";
import { asStored, type Customer } from "./customer.ts";

export const customerFields = customFieldsOf("customer");

// The columns in events: all except the password.
const eventColumns = [
  "id",
  "email",
  "first_name",
  "last_name",
  "phone",
  "billing_address_id",
  "has_account",
  "metadata",
  "created_at",
  "updated_at",
  "deleted_at",
  "custom_fields",
] as const;

const columnValues = (p: Customer) => ({
  email: p.email,
  first_name: p.first_name,
  last_name: p.last_name,
  phone: p.phone,
  billing_address_id: p.billing_address_id,
  password_hash: p.password_hash,
  has_account: p.has_account,
  metadata: p.metadata,
});

const insert = compiled("customer-insert", (db, p: Customer) =>
  db
    .insertInto("customer")
    .values({ id: p.id, ...columnValues(p) })
    .returning(eventColumns),
);

const update = compiled("customer-update", (db, p: Customer) =>
  db
    .updateTable("customer")
    .set({ ...columnValues(p), updated_at: sql`now()` })
    .where("id", "=", p.id)
    .returning(eventColumns),
);

// Not `for update`: adding the customer to a group or placing an order need not wait.
const lock = compiled("customer-lock", (db, p: { id: string }) =>
  db
    .selectFrom("customer")
    .select([
      "id",
      "email",
      "first_name",
      "last_name",
      "phone",
      "billing_address_id",
      "password_hash",
      "has_account",
      "metadata",
    ])
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const accountByEmail = compiled("customer-account-by-email", (db, p: { email: string }) =>
  db
    .selectFrom("customer")
    .select(["id", "email", "first_name", "last_name", "password_hash"])
    .where(sql`lower(email)`, "=", sql`lower(${p.email})`)
    .where("has_account", "=", true)
    .where("deleted_at", "is", null)
    .orderBy(sql`email = ${p.email}`, "desc")
    .orderBy("created_at")
    .limit(1),
);

const accountOfAnother = compiled("customer-account-of-another", (db, p: { email: string; id: string }) =>
  db
    .selectFrom("customer")
    .select("id")
    .where(sql`lower(email)`, "=", sql`lower(${p.email})`)
    .where("has_account", "=", true)
    .where("deleted_at", "is", null)
    .where("id", "!=", p.id)
    .limit(1),
);

const emailTaken = ({ has_account }: Customer) => ({
  unique: () =>
    duplicate(
      has_account
        ? "A customer with the given email already has an account. Log in instead"
        : "Another guest already has the given email",
    ),
});

/** A customer in events. */
type CustomerEventData = Omit<Awaited<ReturnType<typeof insert>>[number], "custom_fields"> & {
  custom_fields?: unknown;
};

/** In a shop without fields of its own, they are not in events. */
function eventDataOf(stored: CustomerEventData): CustomerEventData {
  const { custom_fields, ...data } = stored;
  return custom_fields === null ? data : stored;
}

export async function insertCustomer(tx: Tx, customer: Customer): Promise<CustomerEventData> {
  const [stored] = await refusing(insert(tx, customer), emailTaken(customer));
  return eventDataOf(stored!);
}

export async function lockCustomer(tx: Tx, id: string): Promise<Customer> {
  const [found] = await lock(tx, { id });
  if (!found) throw notFound("Customer", id);
  return { ...found, metadata: found.metadata as Metadata | null };
}

export async function saveCustomer(tx: Tx, customer: Customer): Promise<CustomerEventData> {
  const [stored] = await refusing(update(tx, customer), emailTaken(customer));
  return eventDataOf(stored!);
}

/**
 * An email has one account: the check is not case-sensitive, because other programs may have stored capitals. Emails are written in
 * lower case, so the unique index decides between two concurrent sign-ups.
 */
export async function refuseTakenEmail(tx: Tx, customer: Customer): Promise<void> {
  if (!customer.has_account) return;
  const taken = await accountOfAnother(tx, { email: customer.email, id: customer.id });
  if (taken.length > 0) throw emailTaken(customer).unique();
}

type Account = Awaited<ReturnType<typeof accountByEmail>>[number];

export async function findAccount(on: Connection, email: string): Promise<Account | null> {
  const [account] = await accountByEmail(on, { email });
  return account ?? null;
}

const rehash = compiled("customer-replace-hash", (db, p: { id: string; old: string; hash: string }) =>
  db
    .updateTable("customer")
    .set({ password_hash: p.hash })
    .where("id", "=", p.id)
    .where("password_hash", "=", p.old)
    .returning("id"),
);

/** False if the hash is no longer the one that was checked: a new password is not overwritten. */
export async function replaceCustomerHash(
  tx: Tx,
  change: { id: string; old: string; hash: string },
): Promise<boolean> {
  return (await rehash(tx, change)).length > 0;
}

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
