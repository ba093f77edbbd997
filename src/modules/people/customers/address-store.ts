import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";
import { addressTexts } from "../../../kernel/address.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound, Refusal } from "../../../kernel/refusal.ts";
import type { Address } from "./address.ts";

const columns = ["id", "customer_id", ...addressTexts, "metadata"] as const;

const written = (p: Address) => ({
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
});

const insert = compiled("address-insert", (db, p: Address) =>
  db.insertInto("address").values({ id: p.id, ...written(p) }),
);

const update = compiled("address-update", (db, p: Address) =>
  db
    .updateTable("address")
    .set({ ...written(p), updated_at: sql`now()` })
    .where("id", "=", p.id),
);

const lock = compiled("address-lock", (db, p: { id: string }) =>
  db
    .selectFrom("address")
    .select(columns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate(),
);

const ofCustomer = compiled("address-of-customer", (db, p: { customerId: string }) =>
  db
    .selectFrom("address")
    .select(columns)
    .where("customer_id", "=", p.customerId)
    .where("deleted_at", "is", null),
);

const remove = compiled("address-delete", (db, p: { id: string }) =>
  db.updateTable("address").set({ deleted_at: sql`now()`, updated_at: sql`now()` }).where("id", "=", p.id),
);

const users = (id: string) => sql<boolean>`
  exists (select 1 from "order" where shipping_address_id = ${id} or billing_address_id = ${id})
  or exists (select 1 from cart where shipping_address_id = ${id} or billing_address_id = ${id})
  or exists (select 1 from swap where shipping_address_id = ${id})
  or exists (select 1 from claim_order where shipping_address_id = ${id})`;

const inUse = compiled("address-in-use", (db, p: { id: string }) =>
  db.selectNoFrom(users(p.id).as("isInUse")),
);

const openCarts = compiled("address-open-carts", (db, p: { id: string }) =>
  db
    .selectFrom("cart")
    .select("id")
    .where((where) =>
      where.or([where("shipping_address_id", "=", p.id), where("billing_address_id", "=", p.id)]),
    )
    .where("completed_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate(),
);

const inOpenCart = compiled("address-in-open-cart", (db, p: { id: string }) =>
  db
    .selectFrom("cart")
    .select("id")
    .where((where) =>
      where.or([where("shipping_address_id", "=", p.id), where("billing_address_id", "=", p.id)]),
    )
    .where("completed_at", "is", null)
    .where("type", "=", "default")
    .limit(1),
);

/** A cart in which a customer may still change it. */
export const isInOpenCart = async (tx: Tx, id: string): Promise<boolean> =>
  (await inOpenCart(tx, { id })).length > 0;

const texts = sql.join([...addressTexts, "metadata"].map((name) => sql.ref(name)));

const copy = compiledWrite<{ ids: string[]; originals: string[] }>(
  "address-copy",
  { inserts: ["address"] },
  (p) => sql`
    insert into address (id, ${texts})
    select copied.id, ${texts} from unnest(${p.ids}::text[], ${p.originals}::text[]) copied(id, original)
    join address on address.id = copied.original`,
);

/** An address that says the same as another, and is in nobody's book. */
export interface AddressCopy {
  id: string;
  original: string;
}

export async function copyAddresses(tx: Tx, copies: readonly AddressCopy[]): Promise<void> {
  if (copies.length === 0) return;
  await copy(tx, { ids: copies.map(({ id }) => id), originals: copies.map(({ original }) => original) });
}

const handOver = compiledWrite<{ original: string; cartIds: string[]; ids: string[] }>(
  "address-hand-over-to-carts",
  { updates: ["cart"] },
  (p) => sql`
    update cart set updated_at = now(),
      shipping_address_id = case when shipping_address_id = ${p.original} then own.id else shipping_address_id end,
      billing_address_id = case when billing_address_id = ${p.original} then own.id else billing_address_id end
    from unnest(${p.cartIds}::text[], ${p.ids}::text[]) own(cart_id, id)
    where cart.id = own.cart_id`,
);

/** Each open cart that shows the address has one of its own then: what is changed in one is not changed in the others. */
export async function leaveToCarts(tx: Tx, original: string): Promise<void> {
  const cartIds = (await openCarts(tx, { id: original })).map(({ id }) => id);
  if (cartIds.length === 0) return;
  const ids = cartIds.map(() => newId("addr"));
  await copyAddresses(
    tx,
    ids.map((id) => ({ id, original })),
  );
  await handOver(tx, { original, cartIds, ids });
}

const unknownCountry = (address: Address) => ({
  foreignKey: () =>
    new Refusal("not_found", `Country with country_code ${address.country_code} does not exist.`),
});

export async function insertAddress(tx: Tx, address: Address): Promise<void> {
  await refusing(insert(tx, address), unknownCountry(address));
}

export async function saveAddress(tx: Tx, address: Address): Promise<void> {
  await refusing(update(tx, address), unknownCountry(address));
}

export async function lockAddress(tx: Tx, id: string): Promise<Address | null> {
  const [found] = await lock(tx, { id });
  return found ? { ...found, metadata: found.metadata as Metadata | null } : null;
}

/** The address book of a customer. */
export async function addressesOf(tx: Tx, customerId: string): Promise<Address[]> {
  const found = await ofCustomer(tx, { customerId });
  return found.map((each) => ({ ...each, metadata: each.metadata as Metadata | null }));
}

/** An address in the customer's own book. That somebody else has one with this id is nobody's business. */
export async function findOwnAddress(tx: Tx, customerId: string, id: string): Promise<Address | null> {
  const address = await lockAddress(tx, id);
  return address?.customer_id === customerId ? address : null;
}

export async function lockOwnAddress(tx: Tx, customerId: string, id: string): Promise<Address> {
  const address = await findOwnAddress(tx, customerId, id);
  if (!address) throw notFound("Address", id);
  return address;
}

export async function deleteAddressRow(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}

/** Whether an order or a cart, or a swap or claim of an order, shows this very row. */
export async function isAddressInUse(tx: Tx, id: string): Promise<boolean> {
  const [answer] = await inUse(tx, { id });
  return answer!.isInUse;
}
