import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { expiredRows } from "../../../db/old-rows.ts";
import { compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { StoredTaxLine } from "./cart.ts";
import type { CartTaxes } from "./cart-totals.ts";

interface StoredTax {
  owner: "line" | "method";
  ownerId: string;
  tax: StoredTaxLine;
}

const stored = compiledSql<{ cartId: string }, StoredTax>(
  "cart-stored-taxes",
  (p) => sql<StoredTax>`
    select 'line' as owner, tax.item_id as "ownerId", to_json(tax) as tax
    from line_item line join line_item_tax_line tax on tax.item_id = line.id where line.cart_id = ${p.cartId}
    union all
    select 'method', tax.shipping_method_id, to_json(tax)
    from shipping_method method join shipping_method_tax_line tax on tax.shipping_method_id = method.id
    where method.cart_id = ${p.cartId}`,
);

const moment = (time: string) => new Date(time).toISOString();

/** The taxes that were stored when the cart was completed. */
export async function readStoredTaxes(on: Connection, cartId: string): Promise<CartTaxes> {
  const rows = await stored(on, { cartId });
  const of = (owner: StoredTax["owner"]) => {
    const byId = new Map<string, StoredTaxLine[]>();
    for (const { ownerId, tax } of rows.filter((row) => row.owner === owner)) {
      const line = { ...tax, created_at: moment(tax.created_at), updated_at: moment(tax.updated_at) };
      byId.set(ownerId, [...(byId.get(ownerId) ?? []), line]);
    }
    return byId;
  };
  return { lines: of("line"), shipping: of("method") };
}

const put = compiledWrite<{ cartId: string; content: string; lines: string }>(
  "cart-tax-answer-put",
  { inserts: ["tradewind.tax_answer"], updates: ["tradewind.tax_answer"] },
  (p) => sql`insert into tradewind.tax_answer (cart_id, content, lines)
    values (${p.cartId}, ${p.content}, ${p.lines}::jsonb)
    on conflict (cart_id) do update set content = excluded.content, lines = excluded.lines, created_at = now()`,
);

/** Stores the answer of a tax service for this content of the cart. */
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
