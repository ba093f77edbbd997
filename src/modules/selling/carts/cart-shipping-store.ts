import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite, withParts } from "../../../db/statements.ts";
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

/** No shipping method is chosen any more, and no line is marked as shipped. */
export async function clearShipping(tx: Tx, cartId: string): Promise<void> {
  await clear(tx, { cartId });
}

const unmark = compiledWrite<{ cartId: string }>("cart-lines-unship", linesUnmarkedAsShipped.writes, (p) =>
  linesUnmarkedAsShipped(p),
);

/** The methods stay; no line is marked as shipped. */
export async function unshipLines(tx: Tx, cartId: string): Promise<void> {
  await unmark(tx, { cartId });
}

export interface ChosenMethod {
  cartId: string;
  method: NewShippingMethod;
  /** Methods whose place it takes. */
  replacedIds: string[];
  /** Lines that are shipped by the methods of the cart from now on. */
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
