import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite, withParts } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { sessionAuthorized } from "../payment-sessions/index.ts";

/** A session and what its provider said when it was asked to authorize. */
export interface Authorized {
  sessionId: string;
  data: Metadata;
}

type Completed = { cartId: string; paymentId: string | null; sessionId: string | null; data: string };

const complete = compiledWrite<Completed>(
  "cart-complete",
  withParts({ updates: ["cart"] }, [sessionAuthorized]),
  (p) => sql`
    with authorized as (${sessionAuthorized(p)})
    update cart set completed_at = now(), payment_authorized_at = now(), payment_id = ${p.paymentId},
      updated_at = now()
    where id = ${p.cartId}`,
);

/** The cart has become an order. */
export async function markCompleted(
  tx: Tx,
  { cartId, paymentId, session }: { cartId: string; paymentId: string | null; session: Authorized | null },
): Promise<void> {
  await complete(tx, {
    cartId,
    paymentId,
    sessionId: session?.sessionId ?? null,
    data: JSON.stringify(session?.data ?? {}),
  });
}
