import { sql } from "kysely";
import { refusedKey, refusing } from "../../../db/constraint.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { insertAddresses } from "../../people/addresses/index.ts";
import type { CartAddress } from "../../selling/carts/index.ts";

/** Where an order goes, and where it could go. */
export interface OrderPlace {
  shipping_address: CartAddress | null;
  billing_address: CartAddress | null;
  /** The countries of its region. */
  countries: string[];
}

const addressOf = (column: "shipping_address_id" | "billing_address_id") =>
  sql`(select json_build_object('company', goal.company, 'first_name', goal.first_name,
      'last_name', goal.last_name, 'address_1', goal.address_1, 'address_2', goal.address_2, 'city', goal.city,
      'country_code', goal.country_code, 'province', goal.province, 'postal_code', goal.postal_code,
      'phone', goal.phone, 'metadata', goal.metadata)
    from address goal where goal.id = sold.${sql.ref(column)})`;

const place = compiledSql<{ id: string }, OrderPlace>(
  "order-place-of",
  (p) => sql<OrderPlace>`
    select ${addressOf("shipping_address_id")} as shipping_address,
      ${addressOf("billing_address_id")} as billing_address,
      array(select country.iso_2::text from country where country.region_id = sold.region_id) as countries
    from "order" sold where sold.id = ${p.id}`,
);

export async function readOrderPlace(on: Connection, id: string): Promise<OrderPlace> {
  const [found] = await place(on, { id });
  return found!;
}

/** What of an order is different; null leaves it as it is. */
export interface OrderDetails {
  id: string;
  email: string | null;
  customerId: string | null;
  noNotification: boolean | null;
  metadata: Metadata | null;
  shippingAddress: CartAddress | null;
  billingAddress: CartAddress | null;
}

interface Written {
  id: string;
  email: string | null;
  customerId: string | null;
  noNotification: boolean | null;
  metadata: string | null;
  shippingAddressId: string | null;
  billingAddressId: string | null;
}

const save = compiledReturningWrite<Written, unknown>(
  "order-save-details",
  { updates: ["order"] },
  (p) => sql`
    update "order" set email = coalesce(${p.email}, email),
      customer_id = coalesce(${p.customerId}, customer_id),
      no_notification = coalesce(${p.noNotification}::boolean, no_notification),
      metadata = coalesce(${p.metadata}::jsonb, metadata),
      shipping_address_id = coalesce(${p.shippingAddressId}, shipping_address_id),
      billing_address_id = coalesce(${p.billingAddressId}, billing_address_id),
      updated_at = now()
    where id = ${p.id}`,
);

const unknownCustomer = {
  foreignKey: (violation: Parameters<typeof refusedKey>[0]) => {
    const { value } = refusedKey(violation);
    return notFound("Customer", value);
  },
};

/** An order that this transaction has locked. */
export async function saveOrderDetails(tx: Tx, details: OrderDetails): Promise<void> {
  const { metadata, shippingAddress, billingAddress, ...row } = details;
  const addresses = [shippingAddress, billingAddress].filter((address) => address !== null);
  await insertAddresses(
    tx,
    addresses.map((address) => ({ ...address, customer_id: null })),
  );
  const written = {
    ...row,
    metadata: metadata && JSON.stringify(metadata),
    shippingAddressId: shippingAddress?.id ?? null,
    billingAddressId: billingAddress?.id ?? null,
  };
  await refusing(save(tx, written), unknownCustomer);
}
