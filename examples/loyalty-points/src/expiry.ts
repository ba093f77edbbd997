import { type PluginJobRun, sql } from "tradewind/plugin";
import { book, lockBalance, programOf } from "./ledger.ts";
import type { HasDb, Tables, Tx } from "./tables.ts";

const WARN_DAYS = 30;
const AT_ONCE = 200;

/** When points expire that were earned last at this time. */
export const expiryOf = (lastEarnedAt: Date, months: number): Date => {
  const at = new Date(lastEarnedAt);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at;
};

type Run = PluginJobRun<Tables>;

/** Every night: customers who earned nothing for so long lose their points, and are told a month before. */
export async function expirePoints(_payload: unknown, { shop, signal }: Run): Promise<void> {
  const { expire_after_months: months } = await programOf(shop);
  const inBatches = async (
    find: () => Promise<{ customer_id: string }[]>,
    work: (id: string) => Promise<void>,
  ) => {
    for (let found = await find(); found.length > 0 && !signal.aborted; found = await find())
      for (const { customer_id } of found) if (!signal.aborted) await work(customer_id);
  };
  await inBatches(
    () =>
      balancesBefore(shop, sql<Date>`now() - make_interval(months => ${months})`).limit(AT_ONCE).execute(),
    (id) => shop.transaction((tx) => expire(tx, id, months)),
  );
  const soon = sql<Date>`now() - make_interval(months => ${months}) + make_interval(days => ${WARN_DAYS})`;
  await inBatches(
    () => balancesBefore(shop, soon).where("warned_at", "is", null).limit(AT_ONCE).execute(),
    (id) => shop.transaction((tx) => warn(tx, id, months)),
  );
}

const balancesBefore = ({ db }: HasDb, earned: ReturnType<typeof sql<Date>>) =>
  db
    .selectFrom("balance")
    .select("customer_id")
    .where("points", ">", 0)
    .where("last_earned_at", "<", earned)
    .orderBy("customer_id");

/** Looks again under the lock: points may have been earned or spent meanwhile. */
async function expire(tx: Tx, customerId: string, months: number): Promise<void> {
  const { points } = await lockBalance(tx, customerId);
  const isOver = await balancesBefore(tx, sql<Date>`now() - make_interval(months => ${months})`)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  if (isOver) await book(tx, { customerId, kind: "expired", points: -points });
}

async function warn(tx: Tx, customerId: string, months: number): Promise<void> {
  const warned = await tx.db
    .updateTable("balance")
    .set({ warned_at: new Date() })
    .where("customer_id", "=", customerId)
    .where("warned_at", "is", null)
    .where("points", ">", 0)
    .returning(["points", "last_earned_at"])
    .executeTakeFirst();
  if (!warned) return;
  const expiresAt = expiryOf(warned.last_earned_at, months).toISOString();
  const data = { id: customerId, customer_id: customerId, points: warned.points, expires_at: expiresAt };
  await tx.emit("loyalty-points.expiring", data);
}
