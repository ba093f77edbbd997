import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite, withParts } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { linesMarkedAsShipped, linesUnmarkedAsShipped } from "../line-items/index.ts";
import {
  methodRows,
  methodsDeleted,
  methodsInserted,
  methodsOfCartDeleted,
  type NewShippingMethod,
} from "../shipping-methods/index.ts";

const clear = compiledWrite<{ cartId: string }>(
  "cart-shipping-clear",
  withParts({}, [methodsOfCartDeleted, linesUnmarkedAsShipped]),
  (p) => sql`with gone as (${methodsOfCartDeleted(p)}) ${linesUnmarkedAsShipped(p)}`,
);

/** Removes all shipping methods, and the marks on the lines that they are shipped. */
export async function clearShipping(tx: Tx, cartId: string): Promise<void> {
  await clear(tx, { cartId });
}

const unmark = compiledWrite<{ cartId: string }>("cart-lines-unship", linesUnmarkedAsShipped.writes, (p) =>
  linesUnmarkedAsShipped(p),
);

/** Removes the marks on the lines that they are shipped. The methods stay. */
export async function clearShippedMarks(tx: Tx, cartId: string): Promise<void> {
  await unmark(tx, { cartId });
}

interface ChosenMethod {
  cartId: string;
  method: NewShippingMethod;
  /** Methods that it replaces. */
  replacedIds: string[];
  /** Lines that the methods of the cart ship after the change. */
  shippedLineIds: string[];
}

type Written = Omit<ChosenMethod, "method"> & { methods: string };

const put = compiledWrite<Written>(
  "cart-shipping-put",
  withParts({}, [methodsDeleted, linesMarkedAsShipped, methodsInserted]),
  (p) => sql`
    with gone as (${methodsDeleted({ ids: p.replacedIds })}),
    shipped as (${linesMarkedAsShipped({ cartId: p.cartId, lineIds: p.shippedLineIds })})
    ${methodsInserted(p)}`,
);

export async function putShippingMethod(tx: Tx, { method, cartId, ...chosen }: ChosenMethod): Promise<void> {
  await put(tx, { ...chosen, cartId, methods: methodRows({ cart_id: cartId }, [method]) });
}

interface AgreedPrice {
  optionId: string;
  price: number;
}

const insert = compiledReturningWrite<{ cartId: string; prices: string }, unknown>(
  "cart-agreed-shipping-insert",
  { inserts: ["custom_shipping_option"] },
  (p) => sql`insert into custom_shipping_option (id, cart_id, shipping_option_id, price)
    select sent.id, ${p.cartId}, sent."optionId", sent.price
    from jsonb_to_recordset(${p.prices}::jsonb) as sent(id varchar, "optionId" varchar, price integer)`,
);

export async function insertAgreedPrices(
  tx: Tx,
  cartId: string,
  prices: readonly AgreedPrice[],
): Promise<void> {
  if (prices.length === 0) return;
  const rows = prices.map((price) => ({ ...price, id: newId("cso") }));
  await insert(tx, { cartId, prices: JSON.stringify(rows) });
}

const deleteAgreed = compiledWrite<{ cartId: string; optionId: string }>(
  "cart-agreed-shipping-delete",
  { deletes: ["custom_shipping_option"] },
  (p) => sql`delete from custom_shipping_option
    where cart_id = ${p.cartId} and shipping_option_id = ${p.optionId}`,
);

export const deleteAgreedPrice = (tx: Tx, cartId: string, optionId: string): Promise<void> =>
  deleteAgreed(tx, { cartId, optionId });

const insertOfRegion = compiledReturningWrite<{ cartId: string; prices: string }, { optionId: string }>(
  "cart-agreed-shipping-insert-of-region",
  { inserts: ["custom_shipping_option"] },
  (p) => sql<{ optionId: string }>`
    insert into custom_shipping_option (id, cart_id, shipping_option_id, price)
    select sent.id, cart.id, known.id, sent.price
    from jsonb_to_recordset(${p.prices}::jsonb) as sent(id varchar, "optionId" varchar, price integer)
    join cart on cart.id = ${p.cartId}
    join shipping_option known on known.id = sent."optionId" and known.region_id = cart.region_id
      and known.deleted_at is null
    returning shipping_option_id as "optionId"`,
);

/** Inserts prices of options of the cart's region only. Returns their ids. */
export async function insertAgreedPricesOfRegion(
  tx: Tx,
  cartId: string,
  prices: readonly AgreedPrice[],
): Promise<string[]> {
  if (prices.length === 0) return [];
  const rows = prices.map((price) => ({ ...price, id: newId("cso") }));
  return (await insertOfRegion(tx, { cartId, prices: JSON.stringify(rows) })).map(({ optionId }) => optionId);
}

const removeForeign = compiledReturningWrite<{ cartId: string }, unknown>(
  "cart-agreed-shipping-remove-foreign",
  { updates: ["custom_shipping_option"] },
  (p) => sql`update custom_shipping_option agreed set deleted_at = now(), updated_at = now()
    from shipping_option offered, cart
    where agreed.cart_id = ${p.cartId} and agreed.deleted_at is null and cart.id = agreed.cart_id
      and offered.id = agreed.shipping_option_id and offered.region_id <> cart.region_id`,
);

/** Deletes agreed prices of options that are not in the region of the cart. */
export async function deleteForeignAgreements(tx: Tx, cartId: string): Promise<void> {
  await removeForeign(tx, { cartId });
}

const findOption = compiledSql<{ id: string }, { id: string }>(
  "shipping-option-exists",
  (p) => sql<{ id: string }>`select id from shipping_option where id = ${p.id} and deleted_at is null`,
);

/** Whether the option exists in any region. */
export const isShippingOption = async (on: Connection, id: string): Promise<boolean> =>
  (await findOption(on, { id })).length > 0;
