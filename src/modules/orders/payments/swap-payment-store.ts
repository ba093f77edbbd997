import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";

type Status = "captured" | "requires_action";

const save = compiledWrite<{ id: string; status: Status }>(
  "swap-payment-status",
  { updates: ["swap"] },
  (p) => sql`update swap set payment_status = ${p.status}::swap_payment_status_enum, updated_at = now()
    where id = ${p.id}`,
);

/** Where the payment of a swap stands, whose order this transaction has locked. */
export async function saveSwapPayment(tx: Tx, id: string, status: Status): Promise<void> {
  await save(tx, { id, status });
}
