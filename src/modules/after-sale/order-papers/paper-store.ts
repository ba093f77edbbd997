import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import type { Paper, PaperContent, PaperKind } from "./paper-content.ts";

const columns = sql`id, order_id, kind, refund_id, shown_number, issued_at`;

const ofOrder = compiledSql<{ orderId: string }, Paper>(
  "order-papers",
  (p) =>
    sql<Paper>`select ${columns} from tradewind.order_paper where order_id = ${p.orderId} order by issued_at, id`,
);

export const findPapers = (on: Connection, orderId: string): Promise<Paper[]> => ofOrder(on, { orderId });

const byId = compiledSql<{ id: string; orderId: string }, Paper & { content: PaperContent }>(
  "order-paper",
  (p) => sql<Paper & { content: PaperContent }>`select ${columns}, content from tradewind.order_paper
    where id = ${p.id} and order_id = ${p.orderId}`,
);

export async function findPaper(on: Connection, search: { id: string; orderId: string }) {
  const [found] = await byId(on, search);
  return found ?? null;
}

const nextNumber = compiledReturningWrite<{ kind: PaperKind; least: number }, { number: number }>(
  "order-paper-number",
  { updates: ["tradewind.paper_number"] },
  (p) => sql<{
    number: number;
  }>`update tradewind.paper_number set last = greatest(last + 1, ${p.least}::integer)
    where kind = ${p.kind} returning last as number`,
);

/** The next number without a gap. Its row is locked until the commit. */
export async function takeNumber(tx: Tx, wanted: { kind: PaperKind; least: number }): Promise<number> {
  const [taken] = await nextNumber(tx, wanted);
  return taken!.number;
}

interface NewPaper {
  id: string;
  orderId: string;
  kind: PaperKind;
  refundId: string | null;
  number: number;
  shownNumber: string;
  content: string;
}

const insert = compiledReturningWrite<NewPaper, Paper>(
  "order-paper-insert",
  { inserts: ["tradewind.order_paper"] },
  (
    p,
  ) => sql<Paper>`insert into tradewind.order_paper (id, order_id, kind, refund_id, number, shown_number, content)
    values (${p.id}, ${p.orderId}, ${p.kind}, ${p.refundId}, ${p.number}, ${p.shownNumber}, ${p.content}::jsonb)
    returning ${columns}`,
);

export async function insertPaper(tx: Tx, paper: NewPaper): Promise<Paper> {
  const [made] = await insert(tx, paper);
  return made!;
}
