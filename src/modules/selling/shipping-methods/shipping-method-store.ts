import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledWrite, writePart } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

/** A shipping option as it was chosen for a cart, an order, a claim or a return. */
export interface NewShippingMethod {
  id: string;
  shipping_option_id: string;
  price: number;
  includes_tax: boolean;
  data: Metadata;
}

export type MethodParent =
  | { cart_id: string }
  | { order_id: string }
  | { claim_order_id: string }
  | { return_id: string };

/** New rows, as the JSON of `methodRows`. */
export const methodsInserted = writePart<{ methods: string }>(
  { inserts: ["shipping_method"] },
  (p) => sql`
    insert into shipping_method (id, cart_id, order_id, claim_order_id, return_id, shipping_option_id, price,
      includes_tax, data)
    select sent.id, sent.cart_id, sent.order_id, sent.claim_order_id, sent.return_id, sent.shipping_option_id,
      sent.price, sent.includes_tax, sent.data
    from jsonb_populate_recordset(null::shipping_method, ${p.methods}::jsonb) sent`,
);

export const methodRows = (parent: MethodParent, methods: readonly NewShippingMethod[]): string =>
  JSON.stringify(methods.map((method) => ({ ...method, ...parent })));

const insert = compiledWrite<{ methods: string }>("shipping-methods-insert", methodsInserted.writes, (p) =>
  methodsInserted(p),
);

export async function insertShippingMethods(
  tx: Tx,
  parent: MethodParent,
  methods: readonly NewShippingMethod[],
): Promise<void> {
  if (methods.length > 0) await insert(tx, { methods: methodRows(parent, methods) });
}

/** Methods without taxes: those of carts have none. */
export const methodsDeleted = writePart<{ ids: string[] }>(
  { deletes: ["shipping_method"] },
  (p) => sql`delete from shipping_method where id = any(${p.ids}::text[])`,
);

export const methodsOfCartDeleted = writePart<{ cartId: string }>(
  { deletes: ["shipping_method"] },
  (p) => sql`delete from shipping_method where cart_id = ${p.cartId}`,
);

const deleteOfCart = compiledWrite<{ cartId: string }>(
  "shipping-methods-delete-of-cart",
  methodsOfCartDeleted.writes,
  (p) => methodsOfCartDeleted(p),
);

export const deleteMethodsOfCart = (tx: Tx, cartId: string): Promise<void> => deleteOfCart(tx, { cartId });

/** The methods of a cart become those of an order or swap; free of charge where a discount pays for them. */
export const methodsMovedFromCart = writePart<{
  to: "order_id" | "swap_id";
  ownerId: string;
  cartId: string;
  isFree: boolean;
}>(
  { updates: ["shipping_method"] },
  (p) => sql`update shipping_method set ${sql.ref(p.to)} = ${p.ownerId},
      price = case when ${p.isFree}::boolean then 0 else price end
    where cart_id = ${p.cartId}`,
);

const update = compiledReturningWrite<{ methods: string }, unknown>(
  "shipping-methods-update",
  { updates: ["shipping_method"] },
  (p) => sql`update shipping_method set price = sent.price, data = sent.data
    from jsonb_to_recordset(${p.methods}::jsonb) as sent(id varchar, price integer, data jsonb)
    where shipping_method.id = sent.id`,
);

/** Of an order that this transaction has locked. */
export async function updateShippingMethods(
  tx: Tx,
  methods: readonly { id: string; price: number; data: Metadata }[],
): Promise<void> {
  if (methods.length > 0) await update(tx, { methods: JSON.stringify(methods) });
}

const assign = compiledReturningWrite<{ claimId: string; orderId: string; ids: string[] }, { id: string }>(
  "shipping-methods-assign-to-claim",
  { updates: ["shipping_method"] },
  (p) => sql<{ id: string }>`update shipping_method set claim_order_id = ${p.claimId}
    where id = any(${p.ids}) and (order_id = ${p.orderId} or claim_order_id = ${p.claimId})
    returning id`,
);

/** Methods of the order, or of the claim itself, are the claim's; returns the ids of those that were found. */
export async function assignMethodsToClaim(
  tx: Tx,
  { claimId, orderId, ids }: { claimId: string; orderId: string; ids: readonly string[] },
): Promise<string[]> {
  return (await assign(tx, { claimId, orderId, ids: [...ids] })).map(({ id }) => id);
}

// A method that only the claim has is deleted; one of the order is only taken from the claim.
const removeOthers = compiledWrite<{ claimId: string; kept: string[] }>(
  "shipping-methods-remove-from-claim",
  { updates: ["shipping_method"], deletes: ["shipping_method"] },
  (p) => sql`
    with left_to_order as (update shipping_method set claim_order_id = null
      where claim_order_id = ${p.claimId} and order_id is not null and not (id = any(${p.kept}::text[])))
    delete from shipping_method
    where claim_order_id = ${p.claimId} and order_id is null and not (id = any(${p.kept}::text[]))`,
);

/** The claim has no other methods than these. */
export const removeOtherMethodsOfClaim = (tx: Tx, claimId: string, ids: readonly string[]): Promise<void> =>
  removeOthers(tx, { claimId, kept: [...ids] });

const deleteOfReturn = compiled("shipping-methods-delete-of-return", (db, p: { returnId: string }) =>
  db.deleteFrom("shipping_method").where("return_id", "=", p.returnId),
);

const deleteTaxesOfReturn = compiledWrite<{ returnId: string }>(
  "shipping-taxes-delete-of-return",
  { deletes: ["shipping_method_tax_line"] },
  (p) => sql`delete from shipping_method_tax_line
    where shipping_method_id in (select id from shipping_method where return_id = ${p.returnId})`,
);

/** With its taxes. */
export async function deleteMethodOfReturn(tx: Tx, returnId: string): Promise<void> {
  await deleteTaxesOfReturn(tx, { returnId });
  await deleteOfReturn(tx, { returnId });
}

const deleteWithTaxes = compiledWrite<{ ids: string[] }>(
  "shipping-methods-delete",
  { deletes: ["shipping_method_tax_line", "shipping_method"] },
  (p) => sql`
    with untaxed as (delete from shipping_method_tax_line where shipping_method_id = any(${p.ids}::text[]))
    ${methodsDeleted(p)}`,
);

/** With their taxes. */
export async function deleteShippingMethods(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteWithTaxes(tx, { ids: [...ids] });
}
