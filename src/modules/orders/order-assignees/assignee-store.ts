import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

const lockOrders = compiledSql<{ ids: string[] }, { id: string }>(
  "order-assignee-lock-orders",
  (p) =>
    sql<{
      id: string;
    }>`select id from "order" where id = any(${p.ids}::text[]) order by id for no key update`,
);

const lockUser = compiledSql<{ id: string }, { id: string }>(
  "order-assignee-lock-user",
  (p) => sql<{ id: string }>`select id from "user" where id = ${p.id} and deleted_at is null for key share`,
);

interface Assigned {
  order_id: string;
  user_id: string;
}

const find = compiledSql<{ ids: string[] }, Assigned>(
  "order-assignees",
  (p) =>
    sql<Assigned>`select order_id, user_id from tradewind.order_assignee where order_id = any(${p.ids}::text[])`,
);

const save = compiledReturningWrite<{ ids: string[]; userId: string }, unknown>(
  "order-assignee-save",
  { inserts: ["tradewind.order_assignee"], updates: ["tradewind.order_assignee"] },
  (p) => sql`insert into tradewind.order_assignee (order_id, user_id)
    select id, ${p.userId} from unnest(${p.ids}::text[]) id order by 1
    on conflict (order_id) do update set user_id = excluded.user_id, assigned_at = now()`,
);

const remove = compiledReturningWrite<{ ids: string[] }, unknown>(
  "order-assignee-remove",
  { deletes: ["tradewind.order_assignee"] },
  (p) => sql`delete from tradewind.order_assignee where order_id = any(${p.ids}::text[])`,
);

/** Locks the orders. Returns the first id that is none, or null. */
export async function lockAssignable(tx: Tx, ids: string[]): Promise<string | null> {
  const locked = new Set((await lockOrders(tx, { ids })).map(({ id }) => id));
  return ids.find((id) => !locked.has(id)) ?? null;
}

export const isUser = async (tx: Tx, id: string): Promise<boolean> => (await lockUser(tx, { id })).length > 0;

/** The assigned users by order, under the lock of the orders. */
export const assigneesOf = async (tx: Tx, ids: string[]): Promise<Map<string, string>> =>
  new Map((await find(tx, { ids })).map(({ order_id, user_id }) => [order_id, user_id]));

export async function saveAssignee(tx: Tx, ids: string[], userId: string | null): Promise<void> {
  await (userId === null ? remove(tx, { ids }) : save(tx, { ids, userId }));
}
