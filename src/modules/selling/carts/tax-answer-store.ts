import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { expiredRows } from "../../../db/old-rows.ts";
import { compiledWrite } from "../../../db/statements.ts";

const put = compiledWrite<{ cartId: string; content: string; lines: string }>(
  "cart-tax-answer-put",
  { inserts: ["tradewind.tax_answer"], updates: ["tradewind.tax_answer"] },
  (p) => sql`insert into tradewind.tax_answer (cart_id, content, lines)
    values (${p.cartId}, ${p.content}, ${p.lines}::jsonb)
    on conflict (cart_id) do update set content = excluded.content, lines = excluded.lines, created_at = now()`,
);

/** Keeps what a tax service answered for this content of the cart. */
export async function saveTaxAnswer(
  tx: Tx,
  answer: { cartId: string; content: string; lines: unknown },
): Promise<void> {
  await put(tx, { ...answer, lines: JSON.stringify(answer.lines) });
}

export const deleteOldTaxAnswers = expiredRows(
  "tradewind.tax_answer",
  "created_at < now() - interval '1 day'",
);
