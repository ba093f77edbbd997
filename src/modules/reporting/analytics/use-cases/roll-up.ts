import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Db, Tx } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { countCartSteps, forgetCarts } from "../cart-sums-store.ts";
import { type Contribution, contributionOf } from "../contribution.ts";
import { readContributions, readCountedOrders } from "../counted-orders-store.ts";
import { differenceOf } from "../difference.ts";
import { countPending, hasPending, lockSums, type Pending, takeChangedOrders } from "../queue-store.ts";
import { addDifference, saveContributions } from "../sums-store.ts";

/** What one transaction takes from the queue. Answers wait for it. Long batches change each sum less often. */
const BATCH: Pending = { orders: 2_000, carts: 10_000 };

/** What a request adds to the sums before it is answered, if the background has fallen behind. */
const MOST_IN_REQUEST: Pending = { orders: 4_000, carts: 50_000 };

/** Without orders that contribute what they contributed before: a note or an address changes no figure. */
function changedAmong(
  before: readonly Contribution[],
  after: readonly Contribution[],
): { before: Contribution[]; after: Contribution[] } {
  const known = new Map(before.map((each) => [each.order_id, each]));
  const same = new Set(
    after.filter((each) => isDeepStrictEqual(known.get(each.order_id), each)).map(({ order_id }) => order_id),
  );
  const isChanged = ({ order_id }: Contribution) => !same.has(order_id);
  return { before: before.filter(isChanged), after: after.filter(isChanged) };
}

async function countOrders(tx: Tx): Promise<number> {
  const { taken, ids } = await takeChangedOrders(tx, BATCH.orders);
  if (ids.length === 0) return taken;
  const known = await readContributions(tx, ids);
  const found = (await readCountedOrders(tx, ids)).map(contributionOf);
  const { before, after } = changedAmong(known, found);
  await saveContributions(tx, { before, after });
  await addDifference(tx, differenceOf(before, after));
  return taken;
}

const countCarts = (tx: Tx): Promise<number> => countCartSteps(tx, BATCH.carts);

const counters = { orders: countOrders, carts: countCarts };
type Kind = keyof typeof counters;

/** One batch. Null if another process is at it and `waits` is false. */
const countBatch = (db: Db, kind: Kind, { waits }: { waits: boolean }): Promise<number | null> =>
  inSideTransaction(db, async (tx) => ((await lockSums(tx, { waits })) ? counters[kind](tx) : null));

/** Counts all carts again, for programs that changed when carts were created. */
export const recountCarts = ({ db }: { db: Db }): Promise<void> =>
  inSideTransaction(db, async (tx) => {
    await lockSums(tx, { waits: true });
    await forgetCarts(tx);
  });

/**
 * Adds to the sums what was committed before the request. Returns the number of changes that are still missing: not 0 only
 * while a large import or the first count of an old shop is under way.
 */
export async function catchUp({ db }: { db: Db }, kind: Kind): Promise<number> {
  for (let left = MOST_IN_REQUEST[kind]; left > 0; ) {
    if (!(await hasPending(db))[kind]) return 0;
    left -= Math.max((await countBatch(db, kind, { waits: true })) ?? 0, 1);
  }
  return (await countPending(db))[kind];
}

/** Empties the queue in the background. It works half of the time only: requests matter more. */
export async function emptyQueue({ db }: { db: Db }, run: { isStopping(): boolean }): Promise<void> {
  for (const kind of ["orders", "carts"] as const) {
    while (!run.isStopping() && (await hasPending(db))[kind]) {
      const began = performance.now();
      const counted = await countBatch(db, kind, { waits: false });
      if (counted === null) return;
      if (counted >= BATCH[kind]) await pause(performance.now() - began);
    }
  }
}
