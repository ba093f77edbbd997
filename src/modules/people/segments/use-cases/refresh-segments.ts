import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { segmentEvents } from "../events.ts";
import { dependsOnTime, type Segment } from "../segment.ts";
import {
  compareCustomers,
  customersAfter,
  findSegmentLocked,
  type ListedSegment,
  listSegments,
  markRefreshed,
  queueFromEvents,
  takeChanged,
} from "../segment-store.ts";

/** What one transaction compares: short, because a change of the rules waits for it. */
const BATCH = 2_000;

const HOUR = 3_600;
const DAY = 24 * HOUR;

interface Run {
  isStopping(): boolean;
}

/** What v1 or another program has written is found once a day; what time alone changes, once an hour. */
const isDue = ({ is_stale, age, rules }: ListedSegment) =>
  is_stale || age === null || age > (dependsOnTime(rules) ? HOUR : DAY);

/** Compares all customers with the rules of one segment, in their order by id. False if it was stopped, or the rules changed. */
async function refreshSegment(
  { db }: { db: Db },
  segment: Segment,
  { most = Number.POSITIVE_INFINITY, isStopping }: Run & { most?: number },
): Promise<boolean> {
  const sum = { added: 0, removed: 0 };
  for (let last = "", left = most; !isStopping() && left > 0; left -= BATCH) {
    const ids = await customersAfter(db, last, BATCH);
    if (ids.length === 0) return finish({ db }, segment, sum);
    last = ids.at(-1)!;
    const compared = await inSideTransaction(db, async (tx) => {
      const now = await findSegmentLocked(tx, segment.id);
      return now && isDeepStrictEqual(now.rules, segment.rules) ? compareCustomers(tx, segment, ids) : null;
    });
    if (!compared) return false;
    sum.added += compared.added;
    sum.removed += compared.removed;
  }
  return false;
}

const finish = ({ db }: { db: Db }, segment: Segment, sum: { added: number; removed: number }) =>
  inSideTransaction(db, async (tx) => {
    await markRefreshed(tx, segment);
    if (sum.added + sum.removed > 0)
      await segmentEvents.announce(tx, "segment.refreshed", { id: segment.id, ...sum });
    return true;
  });

/** What a request compares before it is answered. The background does the rest of a larger shop. */
const MOST_IN_REQUEST = 10_000;

/** For a segment whose rules are new. */
export async function refreshStale({ db }: { db: Db }, id: string): Promise<void> {
  const stale = (await listSegments(db)).find((segment) => segment.id === id && segment.is_stale);
  if (stale) await refreshSegment({ db }, stale, { most: MOST_IN_REQUEST, isStopping: () => false });
}

/** Changed customers, in one transaction with their places in the queue: none is lost. Returns how many were in it. */
const compareChanged = ({ db }: { db: Db }): Promise<number> =>
  inSideTransaction(db, async (tx) => {
    const { taken, ids } = await takeChanged(tx, BATCH);
    if (ids.length === 0) return taken;
    for (const { id } of await listSegments(tx)) {
      const segment = await findSegmentLocked(tx, id);
      if (segment) await compareCustomers(tx, segment, ids);
    }
    return taken;
  });

/** Keeps every segment current, in the background. */
export async function refreshSegments({ db }: { db: Db }, run: Run): Promise<void> {
  const segments = await listSegments(db);
  if (segments.length === 0) return;
  await inSideTransaction(db, queueFromEvents);
  while (!run.isStopping() && (await compareChanged({ db })) > 0);
  for (const segment of segments.filter(isDue)) await refreshSegment({ db }, segment, run);
}
