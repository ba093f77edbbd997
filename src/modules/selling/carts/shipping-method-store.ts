import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

const clear = compiledWrite<{ cartId: string }>(
  "cart-shipping-clear",
  { updates: ["line_item"], deletes: ["shipping_method"] },
  (p) => sql`
    with gone as (delete from shipping_method where cart_id = ${p.cartId})
    update line_item set has_shipping = false, updated_at = now() where cart_id = ${p.cartId} and has_shipping`,
);

/** No way to ship is chosen any more. */
export async function clearShipping(tx: Tx, cartId: string): Promise<void> {
  await clear(tx, { cartId });
}

const remove = compiled("cart-shipping-delete", (db, p: { cartId: string }) =>
  db.deleteFrom("shipping_method").where("cart_id", "=", p.cartId),
);

/** The methods go; the lines still say that they are shipped. */
export async function deleteShippingMethods(tx: Tx, cartId: string): Promise<void> {
  await remove(tx, { cartId });
}

const unship = compiledWrite<{ cartId: string }>(
  "cart-lines-unship",
  { updates: ["line_item"] },
  (p) => sql`
    update line_item set has_shipping = false, updated_at = now() where cart_id = ${p.cartId} and has_shipping`,
);

/** The methods stay; the lines no longer say that they are shipped. */
export async function unshipLines(tx: Tx, cartId: string): Promise<void> {
  await unship(tx, { cartId });
}

export interface NewShippingMethod {
  id: string;
  cartId: string;
  shippingOptionId: string;
  price: number;
  includesTax: boolean;
  data: Metadata;
  /** Methods whose place it takes. */
  replacedIds: string[];
  /** Lines that are shipped by the methods of the cart from now on. */
  shippedLineIds: string[];
}

type Written = Omit<NewShippingMethod, "data"> & { data: string };

const put = compiledWrite<Written>(
  "cart-shipping-put",
  { inserts: ["shipping_method"], updates: ["line_item"], deletes: ["shipping_method"] },
  (p) => sql`
    with gone as (delete from shipping_method where id = any(${p.replacedIds}::text[])),
    shipped as (update line_item set has_shipping = (id = any(${p.shippedLineIds}::text[])), updated_at = now()
      where cart_id = ${p.cartId} and has_shipping is distinct from (id = any(${p.shippedLineIds}::text[])))
    insert into shipping_method (id, cart_id, shipping_option_id, price, includes_tax, data)
    values (${p.id}, ${p.cartId}, ${p.shippingOptionId}, ${p.price}, ${p.includesTax}, ${p.data}::jsonb)`,
);

export async function putShippingMethod(tx: Tx, method: NewShippingMethod): Promise<void> {
  await put(tx, { ...method, data: JSON.stringify(method.data) });
}
