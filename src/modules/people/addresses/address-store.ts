import { type RawBuilder, sql } from "kysely";
import { refusedKey, refusing, type Violation } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledWrite, writePart } from "../../../db/statements.ts";
import { addressTexts } from "../../../kernel/address.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import type { Address } from "./address.ts";

const content = [...addressTexts, "metadata"] as const;
const columns = ["id", "customer_id", ...content] as const;

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** New addresses as JSON. */
const inserted = (addresses: string) => sql`
  insert into address (${columnList(columns)})
  select ${columnList(columns)} from jsonb_populate_recordset(null::address, ${addresses}::jsonb)`;

/** New addresses, and other content for those that are there. */
export const addressesSaved = writePart<{ addresses: string }>(
  { inserts: ["address"], updates: ["address"] },
  ({ addresses }) => sql`${inserted(addresses)} on conflict (id) do update set
    ${sql.join(content.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}, updated_at = now()`,
);

const insert = compiledReturningWrite<{ addresses: string }, unknown>(
  "addresses-insert",
  { inserts: ["address"] },
  ({ addresses }) => inserted(addresses),
);

const unknownCountry = {
  foreignKey: (violation: Violation) =>
    new Refusal("not_found", `Country with country_code ${refusedKey(violation).value} does not exist.`),
};

/** Absent fields are null. */
export type NewAddress = Pick<Address, "id"> & Partial<Address>;

export async function insertAddresses(tx: Tx, addresses: readonly NewAddress[]): Promise<void> {
  if (addresses.length === 0) return;
  await refusing(insert(tx, { addresses: JSON.stringify(addresses) }), unknownCountry);
}

const update = compiled("address-update", (db, p: Address) =>
  db
    .updateTable("address")
    .set({
      customer_id: p.customer_id,
      company: p.company,
      first_name: p.first_name,
      last_name: p.last_name,
      address_1: p.address_1,
      address_2: p.address_2,
      city: p.city,
      country_code: p.country_code,
      province: p.province,
      postal_code: p.postal_code,
      phone: p.phone,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

export async function saveAddress(tx: Tx, address: Address): Promise<void> {
  await refusing(update(tx, address), unknownCountry);
}

const lock = compiled("address-lock", (db, p: { id: string }) =>
  db
    .selectFrom("address")
    .select(columns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

export async function lockAddress(tx: Tx, id: string): Promise<Address | null> {
  const [found] = await lock(tx, { id });
  return found ? { ...found, metadata: found.metadata as Metadata | null } : null;
}

const ofCustomer = compiled("address-of-customer", (db, p: { customerId: string }) =>
  db
    .selectFrom("address")
    .select(columns)
    .where("customer_id", "=", p.customerId)
    .where("deleted_at", "is", null),
);

/** The saved addresses of a customer. */
export async function addressesOf(tx: Tx, customerId: string): Promise<Address[]> {
  const found = await ofCustomer(tx, { customerId });
  return found.map((each) => ({ ...each, metadata: each.metadata as Metadata | null }));
}

/** An address in the customer's own book; null also where another customer has one with this id. */
export async function findOwnAddress(tx: Tx, customerId: string, id: string): Promise<Address | null> {
  const address = await lockAddress(tx, id);
  return address?.customer_id === customerId ? address : null;
}

export async function lockOwnAddress(tx: Tx, customerId: string, id: string): Promise<Address> {
  const address = await findOwnAddress(tx, customerId, id);
  if (!address) throw notFound("Address", id);
  return address;
}

const copy = compiledWrite<{ ids: string[]; originals: string[] }>(
  "address-copy",
  { inserts: ["address"] },
  (p) => sql`
    insert into address (id, ${columnList(content)})
    select copied.id, ${columnList(content)} from unnest(${p.ids}::text[], ${p.originals}::text[]) copied(id, original)
    join address on address.id = copied.original`,
);

/** An address with the content of another that is in no customer's book. */
export interface AddressCopy {
  id: string;
  original: string;
}

export async function copyAddresses(tx: Tx, copies: readonly AddressCopy[]): Promise<void> {
  if (copies.length === 0) return;
  await copy(tx, { ids: copies.map(({ id }) => id), originals: copies.map(({ original }) => original) });
}

const markDeleted = compiled("address-delete", (db, p: { id: string }) =>
  db.updateTable("address").set({ deleted_at: sql`now()`, updated_at: sql`now()` }).where("id", "=", p.id),
);

export async function deleteAddressRow(tx: Tx, id: string): Promise<void> {
  await markDeleted(tx, { id });
}

/** The rows themselves, by a statement that selects their ids. */
export const addressesDeleted = writePart<{ ids: RawBuilder<unknown> }>(
  { deletes: ["address"] },
  ({ ids }) => sql`delete from address where id in (${ids})`,
);

const users = (id: string) => sql<boolean>`
  exists (select 1 from "order" where shipping_address_id = ${id} or billing_address_id = ${id})
  or exists (select 1 from cart where shipping_address_id = ${id} or billing_address_id = ${id})
  or exists (select 1 from swap where shipping_address_id = ${id})
  or exists (select 1 from claim_order where shipping_address_id = ${id})`;

const inUse = compiled("address-in-use", (db, p: { id: string }) =>
  db.selectNoFrom(users(p.id).as("isInUse")),
);

/** Whether an order, cart, swap or claim refers to the row. */
export async function isAddressInUse(tx: Tx, id: string): Promise<boolean> {
  const [answer] = await inUse(tx, { id });
  return answer!.isInUse;
}
