import { type RawBuilder, sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { duplicate } from "../../../kernel/refusal.ts";

/** The fields of a customer in imports and exports. */
export interface KnownCustomer {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  has_account: boolean;
  /** By name. */
  groups: readonly string[];
}

interface CustomerKeys {
  ids: string[];
  emails: string[];
}

const find = (p: CustomerKeys): RawBuilder<KnownCustomer> => sql<KnownCustomer>`
  select customer.id, email, first_name, last_name, phone, has_account,
    array(select grouped.name::text from customer_group_customers member
      join customer_group grouped on grouped.id = member.customer_group_id
      where member.customer_id = customer.id and grouped.deleted_at is null order by grouped.name) as groups
  from customer where (id = any(${p.ids}) or email = any(${p.emails})) and deleted_at is null`;

const findByKeys = compiledSql("customers-named", find);
const lockByKeys = compiledSql(
  "customers-named-lock",
  (p: CustomerKeys) => sql<{
    id: string;
  }>`select id from customer where (id = any(${p.ids}) or email = any(${p.emails}))
    and deleted_at is null order by id for no key update`,
);

/** Customers with these ids or emails. In a transaction they are locked. */
export async function findKnownCustomers(
  on: Connection,
  keys: CustomerKeys,
  isToChange: boolean,
): Promise<KnownCustomer[]> {
  // A separate statement: one that waits for a customer would see the old groups.
  if (!isToChange) return findByKeys(on, keys);
  const locked = await lockByKeys(on, keys);
  return findByKeys(on, { ids: locked.map(({ id }) => id), emails: [] });
}

const groups = compiledSql(
  "customer-groups-named",
  (p: { names: string[] }) => sql<{ id: string; name: string }>`
    select id, name from customer_group where name = any(${p.names}) and deleted_at is null`,
);

export const findGroupsByName = (on: Connection, names: string[]): Promise<{ id: string; name: string }[]> =>
  groups(on, { names });

// The columns in events: all except the password.
const eventColumns = sql`customer.id, customer.email, customer.first_name, customer.last_name, customer.phone,
  customer.billing_address_id, customer.has_account, customer.metadata, customer.created_at, customer.updated_at,
  customer.deleted_at`;

type CustomerEventData = { id: string } & Record<string, unknown>;

const insert = compiledReturningWrite(
  "customers-insert",
  { inserts: ["customer"] },
  (p: {
    rows: string;
  }) => sql<CustomerEventData>`insert into customer (id, email, first_name, last_name, phone, has_account)
    select id, email, first_name, last_name, phone, has_account
    from json_populate_recordset(null::customer, ${p.rows}::json) returning ${eventColumns}`,
);

const update = compiledReturningWrite(
  "customers-update",
  { updates: ["customer"] },
  (p: {
    rows: string;
  }) => sql<CustomerEventData>`update customer set email = sent.email, first_name = sent.first_name,
      last_name = sent.last_name, phone = sent.phone, updated_at = now()
    from (select * from json_populate_recordset(null::customer, ${p.rows}::json) order by id) sent
    where customer.id = sent.id returning ${eventColumns}`,
);

const emailTaken = { unique: () => duplicate("Another customer already has the given email") };

const write =
  (statement: (tx: Tx, p: { rows: string }) => Promise<CustomerEventData[]>) =>
  (tx: Tx, customers: readonly KnownCustomer[]): Promise<CustomerEventData[]> =>
    customers.length === 0
      ? Promise.resolve([])
      : refusing(statement(tx, { rows: JSON.stringify(customers) }), emailTaken);

export const insertCustomers = write(insert);
export const saveCustomers = write(update);
