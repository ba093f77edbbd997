import type { Connection, Db, Tx } from "../../db/database.ts";

/**
 * What belongs to which order of the plan is written on it, together with what it is written on: so nothing is made
 * twice after a load was cut off.
 */

const idBy =
  (text: string) =>
  async (on: Connection, number: number): Promise<string | null> =>
    (await on.run<{ id: string }>({ text, values: [number] }))[0]?.id ?? null;

export const findOrder = idBy(`select id from "order" where metadata -> 'demo' = to_jsonb($1::integer)`);

export const findCart = idBy(`select id from cart
  where context -> 'demo' = to_jsonb($1::integer) and completed_at is null and deleted_at is null`);

export const findDraft = idBy(`select draft.id from draft_order draft join cart on cart.id = draft.cart_id
  where cart.metadata -> 'demo' = to_jsonb($1::integer)`);

/** The order that is placed meanwhile is marked in its own transaction, and nobody is sent a message about it. */
export async function markPlaced<Result>(
  db: Db,
  { cartId, number }: { cartId: string; number: number },
  place: () => Promise<Result>,
): Promise<Result> {
  const mark = (tx: Tx) =>
    tx.run({
      text: `with placed as (
          update "order" set no_notification = true,
            metadata = coalesce(metadata, '{}') || jsonb_build_object('demo', $2::integer)
          where cart_id = $1 and no_notification is null returning id)
        update tradewind.event set data = data || '{"no_notification": true}'
        where entity_id in (select id from placed) and name = 'order.placed'`,
      values: [cartId, number],
    });
  const hook = async (tx: Tx) => void (await mark(tx));
  db.beforeCommit.add(hook);
  try {
    return await place();
  } finally {
    db.beforeCommit.delete(hook);
  }
}
