import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { copyAddresses } from "../../people/addresses/index.ts";

const open = compiled("carts-with-address-lock", (db, p: { id: string }) =>
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

const ofCustomers = compiled("carts-with-address", (db, p: { id: string }) =>
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

/** Whether a customer may still change the address in a cart. */
export const isInOpenCart = async (tx: Tx, id: string): Promise<boolean> =>
  (await ofCustomers(tx, { id })).length > 0;

const replace = compiledWrite<{ original: string; cartIds: string[]; ids: string[] }>(
  "carts-replace-address",
  { updates: ["cart"] },
  (p) => sql`
    update cart set updated_at = now(),
      shipping_address_id = case when shipping_address_id = ${p.original} then own.id else shipping_address_id end,
      billing_address_id = case when billing_address_id = ${p.original} then own.id else billing_address_id end
    from unnest(${p.cartIds}::text[], ${p.ids}::text[]) own(cart_id, id)
    where cart.id = own.cart_id`,
);

/** Gives each open cart with this address a copy, so that a change in one cart does not change the others. */
export async function copyAddressToCarts(tx: Tx, original: string): Promise<void> {
  const cartIds = (await open(tx, { id: original })).map(({ id }) => id);
  if (cartIds.length === 0) return;
  const ids = cartIds.map(() => newId("addr"));
  await copyAddresses(
    tx,
    ids.map((id) => ({ id, original })),
  );
  await replace(tx, { original, cartIds, ids });
}
