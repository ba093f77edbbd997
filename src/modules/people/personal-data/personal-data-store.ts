import type { Connection, Sql, Tx } from "../../../db/database.ts";
import type { OpenBusiness, Subject } from "./personal-data.ts";
import type { PersonalTable } from "./personal-tables.ts";

/** Locks the customers of the person: meanwhile no order is placed for them. Null if there is no such customer. */
export async function lockPerson(tx: Tx, id: string): Promise<string[] | null> {
  const rows = await tx.run<{ id: string }>({
    text: `select customer.id from customer where id = $1 or lower(email) = (select lower(email) from customer where id = $1)
      order by id for update`,
    values: [id],
  });
  return rows.length === 0 ? null : rows.map((row) => row.id);
}

/** The same without a lock, for reading. */
export async function findPerson(on: Connection, id: string): Promise<string[] | null> {
  const rows = await on.run<{ id: string }>({
    text: `select id from customer where id = $1 or lower(email) = (select lower(email) from customer where id = $1) order by id`,
    values: [id],
  });
  return rows.length === 0 ? null : rows.map((row) => row.id);
}

const SUBJECT = `with people as (select id, lower(email) as email, billing_address_id from customer where id = any($1)),
  orders as (select * from "order" where customer_id = any($1) or lower(email) in (select email from people)),
  swaps as (select * from swap where order_id in (select id from orders)),
  edits as (select * from order_edit where order_id in (select id from orders)),
  carts as (select * from cart where customer_id = any($1) or lower(email) in (select email from people)
    or id in (select cart_id from orders union all select cart_id from swaps)),
  drafts as (select * from draft_order
    where cart_id in (select id from carts) or order_id in (select id from orders)),
  claims as (select * from claim_order where order_id in (select id from orders)),
  returns as (select * from "return" where order_id in (select id from orders)
    or swap_id in (select id from swaps) or claim_order_id in (select id from claims)),
  payments as (select id from payment where order_id in (select id from orders)
    or cart_id in (select id from carts) or swap_id in (select id from swaps)),
  sessions as (select id from payment_session where cart_id in (select id from carts)
    union select payment_session_id from payment_collection_sessions
      where payment_collection_id in (select payment_collection_id from edits)),
  fulfillments as (select id from fulfillment where order_id in (select id from orders)
    or swap_id in (select id from swaps) or claim_order_id in (select id from claims)),
  cards as (select id from gift_card where order_id in (select id from orders)),
  addresses as (
    select id from address where customer_id = any($1)
    union select billing_address_id from people
    union select unnest(array[billing_address_id, shipping_address_id]) from orders
    union select unnest(array[billing_address_id, shipping_address_id]) from carts
    union select shipping_address_id from swaps union select shipping_address_id from claims),
  ids as (select id from people union select id from orders union select id from carts union select id from drafts
    union select id from swaps union select id from claims union select id from returns union select id from edits
    union select payment_collection_id from edits where payment_collection_id is not null
    union select payment_id from payment_collection_payments
      where payment_collection_id in (select payment_collection_id from edits)
    union select id from payments union select id from sessions union select id from fulfillments union select id from cards)
  select $1::text[] as customers,
    array(select id from orders)::text[] as orders,
    array(select id from carts)::text[] as carts,
    array(select id from addresses where id is not null)::text[] as addresses,
    array(select id from ids union select id from note where resource_id in (select id from ids)
      union select id from notification where resource_id in (select id from ids) or customer_id = any($1)
      union select id from line_item where cart_id in (select id from ids) or order_id in (select id from ids)
        or swap_id in (select id from ids) or claim_order_id in (select id from ids) or order_edit_id in (select id from ids)
      union select id from shipping_method where cart_id in (select id from ids) or order_id in (select id from ids)
        or swap_id in (select id from ids) or claim_order_id in (select id from ids)
        or return_id in (select id from ids))::text[] as ids,
    array(select email from people union select lower(data ->> 'email') from tradewind.event
        where entity_id = any($1) and lower(data ->> 'email') not in (select lower(email) from customer where id <> all($1))
      )::text[] as emails`;

export async function findSubject(on: Connection, customerIds: readonly string[]): Promise<Subject> {
  const [subject] = await on.run<Subject>({ text: SUBJECT, values: [customerIds] });
  return subject!;
}

const named = (table: string) => (table.includes(".") ? table : `"${table}"`);

const WITH_SUBJECT = `with subject as (select $1::text[] as customers, $2::text[] as emails, $3::text[] as orders,
  $4::text[] as carts, $5::text[] as addresses, $6::text[] as ids)`;

const valuesOf = ({ customers, emails, orders, carts, addresses, ids }: Subject) => [
  customers,
  emails,
  orders,
  carts,
  addresses,
  ids,
];

/** The rows of the person, as JSON. */
export async function listRows(
  on: Connection,
  { table, where, secret = [] }: PersonalTable,
  subject: Subject,
): Promise<Record<string, unknown>[]> {
  const shown = ["to_jsonb(row)", ...secret.map((column) => `'${column}'`)].join(" - ");
  const rows = await on.run<{ row: Record<string, unknown> }>({
    text: `${WITH_SUBJECT} select ${shown} as row from ${named(table)} row, subject where ${where}`,
    values: valuesOf(subject),
  });
  return rows.map(({ row }) => row);
}

/** Those of the columns that can be null. */
export async function emptiableColumns(tx: Tx, table: string, names: readonly string[]): Promise<string[]> {
  const rows = await tx.run<{ name: string }>({
    text: `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attname = any($2::text[]) and not attnotnull and not attisdropped`,
    values: [`public.${named(table)}`, names],
  });
  return rows.map(({ name }) => name);
}

/** Erases the data of the person in one table. Returns the number of rows. */
export async function eraseRows(tx: Tx, target: PersonalTable, subject: Subject): Promise<number> {
  const [counted] = await tx.run<{ count: number }>(erasureOf(target, subject));
  return counted!.count;
}

function erasureOf({ table, where, erase }: PersonalTable, subject: Subject): Sql {
  const isDeletion = erase === "delete";
  const change = isDeletion
    ? `delete from ${named(table)} row using subject where ${where}`
    : `update ${named(table)} row set ${assignments(erase)} from subject where ${where}`;
  return {
    text: `${WITH_SUBJECT}, erased as (${change} returning 1) select count(*) as count from erased`,
    values: valuesOf(subject),
    writes: isDeletion ? { deletes: [table] } : { updates: [table] },
  } as Sql;
}

const assignments = (erase: Readonly<Record<string, string>>): string =>
  Object.entries(erase)
    .map(([column, value]) => `${column} = ${value}`)
    .join(", ");

const OPEN = `with placed as (select * from "order" where id = any($1))
  select 'order ' || display_id || ' is not shipped' as reason, false as "isUnderWay" from placed
  where status in ('pending', 'requires_action')
    and fulfillment_status in ('not_fulfilled', 'partially_fulfilled', 'fulfilled', 'partially_shipped', 'requires_action')
  union all select 'return ' || id || ' is ' || status, false from "return"
  where id = any($2) and status in ('requested', 'requires_action')
  union all select 'swap ' || id || ' is not shipped', false from swap
  where id = any($2) and canceled_at is null and deleted_at is null and fulfillment_status not in ('shipped', 'canceled')
  union all select 'claim ' || id || ' is not shipped', false from claim_order
  where id = any($2) and type = 'replace' and canceled_at is null and deleted_at is null
    and fulfillment_status not in ('shipped', 'canceled', 'returned')
  union all select 'order edit ' || id || ' is open', false from order_edit
  where id = any($2) and confirmed_at is null and declined_at is null and canceled_at is null
  union all select 'draft order ' || display_id || ' is open', false from draft_order
  where id = any($2) and status = 'open'
  union all select 'a payment of order ' || placed.display_id || ' is being changed (' || operation.kind || ')', true
  from tradewind.payment_operation operation join placed on placed.id = operation.order_id
  where operation.state = 'begun'
  union all select 'a carrier is being called for order ' || placed.display_id, true
  from tradewind.carrier_call call join placed on placed.id = call.order_id`;

export const listOpenBusiness = (on: Connection, { orders, ids }: Subject): Promise<OpenBusiness[]> =>
  on.run<OpenBusiness>({ text: OPEN, values: [orders, ids] });
