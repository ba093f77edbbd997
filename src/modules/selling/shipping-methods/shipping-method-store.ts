import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledWrite, writePart } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { TaxLine } from "../totals/index.ts";

/** A shipping option that was chosen for a cart, an order, a claim or a return. */
export interface NewShippingMethod {
  id: string;
  shipping_option_id: string;
  price: number;
  includes_tax: boolean;
  data: Metadata;
}

type MethodParent =
  | { cart_id: string }
  | { order_id: string }
  | { claim_order_id: string }
  | { return_id: string };

/** `methods` is the JSON of `methodRows`. */
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

/** For methods of carts, which have no taxes. */
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

/** Moves the methods of a cart to an order or swap. Their price becomes 0 with a free-shipping discount. */
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

/** The transaction must have locked the order. */
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

/** Assigns methods of the order, or of the claim itself, to the claim. Returns the ids of existing ones. */
export async function assignMethodsToClaim(
  tx: Tx,
  { claimId, orderId, ids }: { claimId: string; orderId: string; ids: readonly string[] },
): Promise<string[]> {
  return (await assign(tx, { claimId, orderId, ids: [...ids] })).map(({ id }) => id);
}

// A method of the claim alone is deleted. One of the order is only removed from the claim.
const removeOthers = compiledWrite<{ claimId: string; ids: string[] }>(
  "shipping-methods-remove-from-claim",
  { updates: ["shipping_method"], deletes: ["shipping_method"] },
  (p) => sql`
    with left_to_order as (update shipping_method set claim_order_id = null
      where claim_order_id = ${p.claimId} and order_id is not null and not (id = any(${p.ids}::text[])))
    delete from shipping_method
    where claim_order_id = ${p.claimId} and order_id is null and not (id = any(${p.ids}::text[]))`,
);

/** Removes all methods of the claim except these. */
export const removeOtherMethodsOfClaim = (tx: Tx, claimId: string, ids: readonly string[]): Promise<void> =>
  removeOthers(tx, { claimId, ids: [...ids] });

const deleteOfReturn = compiled("shipping-methods-delete-of-return", (db, p: { returnId: string }) =>
  db.deleteFrom("shipping_method").where("return_id", "=", p.returnId),
);

const deleteTaxesOfReturn = compiledWrite<{ returnId: string }>(
  "shipping-taxes-delete-of-return",
  { deletes: ["shipping_method_tax_line"] },
  (p) => sql`delete from shipping_method_tax_line
    where shipping_method_id in (select id from shipping_method where return_id = ${p.returnId})`,
);

/** Deletes its taxes, too. */
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

/** Deletes their taxes, too. */
export async function deleteShippingMethods(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteWithTaxes(tx, { ids: [...ids] });
}

const taxesInserted = (taxes: string) => sql`
  insert into shipping_method_tax_line (id, shipping_method_id, rate, name, code)
  select sent.id, sent.shipping_method_id, sent.rate, sent.name, sent.code
  from jsonb_to_recordset(${taxes}::jsonb)
    as sent(id varchar, shipping_method_id varchar, rate real, name varchar, code varchar)`;

/** Inserts taxes, and updates the rates of existing ones. */
export const shippingTaxesSaved = writePart<{ taxes: string }>(
  { inserts: ["shipping_method_tax_line"], updates: ["shipping_method_tax_line"] },
  ({ taxes }) => sql`${taxesInserted(taxes)}
    on conflict (shipping_method_id, code) do update
      set rate = excluded.rate, name = excluded.name, updated_at = now()`,
);

const insertTaxes = compiledWrite<{ taxes: string }>(
  "shipping-taxes-insert",
  { inserts: ["shipping_method_tax_line"] },
  ({ taxes }) => sql`${taxesInserted(taxes)} on conflict (shipping_method_id, code) do nothing`,
);

export async function insertShippingTaxes(
  tx: Tx,
  methodId: string,
  taxes: readonly TaxLine[],
): Promise<void> {
  if (taxes.length === 0) return;
  const rows = taxes.map((tax) => ({ ...tax, id: newId("smtl"), shipping_method_id: methodId }));
  await insertTaxes(tx, { taxes: JSON.stringify(rows) });
}
