import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { Condition } from "../../../graph/filter.ts";

const insert = compiledWrite<{ id: string }>(
  "refund-due-insert",
  { inserts: ["tradewind.refund_due"] },
  (p) => sql`insert into tradewind.refund_due (return_id) values (${p.id}) on conflict do nothing`,
);

/** The goods are there, and the money waits for a person who may move it. */
export const saveRefundDue = (tx: Tx, returnId: string): Promise<void> => insert(tx, { id: returnId });

const find = compiledSql<{ id: string }, { return_id: string }>(
  "refund-due-find",
  (p) => sql<{ return_id: string }>`select return_id from tradewind.refund_due where return_id = ${p.id}`,
);

export const isRefundDue = async (on: Connection, returnId: string): Promise<boolean> =>
  (await find(on, { id: returnId })).length > 0;

const settle = compiledReturningWrite<{ id: string; amount: number }, unknown>(
  "refund-due-settle",
  { updates: ["return"], deletes: ["tradewind.refund_due"] },
  (p) => sql`with settled as (delete from tradewind.refund_due where return_id = ${p.id} returning return_id)
    update "return" set refund_amount = ${p.amount}, updated_at = now() from settled where id = settled.return_id`,
);

/** The amount that was decided on is the refund of the return. */
export async function settleRefundDue(tx: Tx, returnId: string, amount: number): Promise<void> {
  await settle(tx, { id: returnId, amount });
}

const count = compiledSql<object, { count: number }>(
  "refund-due-count",
  () => sql<{ count: number }>`select count(*) as count from tradewind.refund_due`,
);

export async function countRefundsDue(on: Connection): Promise<number> {
  const [found] = await count(on, {});
  return found!.count;
}

/** For the list of returns. */
export const hasRefundDue: Condition = {
  name: "return-has-refund-due",
  sql: (row, wanted) =>
    `exists (select 1 from tradewind.refund_due due where due.return_id = ${row}.id) = (${wanted}::text = 'true')`,
};
