import { ApiError } from "tradewind/plugin";
import type { EntryKind, HasDb, Tables, Tx } from "./tables.ts";

interface Booking {
  customerId: string;
  kind: EntryKind;
  /** Below zero: they are taken. */
  points: number;
  orderId?: string;
  spend?: number;
  note?: string | null;
  userId?: string | null;
}

/** Until the transaction ends, nothing else happens to the points of the customer. */
export async function lockBalance({ db }: Tx, customerId: string): Promise<{ points: number }> {
  await db
    .insertInto("balance")
    .values({ customer_id: customerId })
    .onConflict((row) => row.doNothing())
    .execute();
  return db
    .selectFrom("balance")
    .select("points")
    .where("customer_id", "=", customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes the balance, which is locked. */
export async function book(tx: Tx, booking: Booking): Promise<number> {
  const { customerId, points, kind } = booking;
  const { points: balance } = await tx.db
    .updateTable("balance")
    .set((row) => ({ points: row("points", "+", points) }))
    .$if(kind === "earned", (update) => update.set({ last_earned_at: new Date(), warned_at: null }))
    .where("customer_id", "=", customerId)
    .returning("points")
    .executeTakeFirstOrThrow();
  await record(tx, booking, balance);
  return balance;
}

/**
 * Takes points if there are so many: one statement decides and writes, so of many requests at once only as many succeed as there are
 * points for. Null: there are not enough.
 */
export async function take(tx: Tx, booking: Booking): Promise<number | null> {
  const taken = await tx.db
    .updateTable("balance")
    .set((row) => ({ points: row("points", "+", booking.points) }))
    .where("customer_id", "=", booking.customerId)
    .where("points", ">=", -booking.points)
    .returning("points")
    .executeTakeFirst();
  if (!taken) return null;
  await record(tx, booking, taken.points);
  return taken.points;
}

async function record(tx: Tx, booking: Booking, balance: number): Promise<void> {
  const { customerId, kind, points, orderId, spend, note, userId } = booking;
  await tx.db
    .insertInto("entry")
    .values({
      customer_id: customerId,
      kind,
      points,
      order_id: orderId ?? null,
      spend: spend ?? null,
      note: note ?? null,
      user_id: userId ?? null,
    })
    .execute();
  await showOnCustomer(tx, customerId, balance);
  await tx.emit("loyalty-points.changed", { id: customerId, kind, points, balance });
}

/** The field by which merchants filter and sort customers, and which the storefront shows. */
async function showOnCustomer(tx: Tx, id: string, points: number): Promise<void> {
  try {
    const body = { custom_fields: { loyalty_points: points } };
    await tx.api.as({ permissions: ["customers:write"] }).updateAdminCustomer({ path: { id }, body });
  } catch (error) {
    // The customer is deleted, and the ledger stays right.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

export const programOf = ({ db }: HasDb): Promise<Omit<Tables["program"], "id">> =>
  db
    .selectFrom("program")
    .select(["expire_after_months", "reward_days", "mail_language"])
    .executeTakeFirstOrThrow();

export const entriesOf = ({ db }: HasDb, customerId: string, page: { limit: number; offset: number }) =>
  db
    .selectFrom("entry")
    .select(["id", "kind", "points", "order_id", "note", "created_at"])
    .where("customer_id", "=", customerId)
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
