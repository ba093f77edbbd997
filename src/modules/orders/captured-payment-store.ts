import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { compiledSql } from "../../db/statements.ts";

const capture = compiledSql<{ cartId: string; reference: string }, { order_id: string }>(
  "payment-captured-by-service",
  (p) => sql<{ order_id: string }>`
    with captured as (
      update payment set captured_at = now(), updated_at = now()
      where cart_id = ${p.cartId} and captured_at is null and canceled_at is null
        and coalesce(data ->> 'id', '') = ${p.reference}
      returning order_id)
    update "order" set payment_status = 'captured', updated_at = now()
    from captured
    where "order".id = captured.order_id and payment_status = 'awaiting'
    returning "order".id as order_id`,
);

/** A payment that its service has captured by itself; tells the order that is paid thereby, once. */
export async function markCaptured(
  tx: Tx,
  payment: { cartId: string /** The service's own name of it. */; reference: string },
): Promise<string | null> {
  const [paid] = await capture(tx, payment);
  return paid?.order_id ?? null;
}
