import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { giveBackToLevel, lockLevels, takeFromLevel } from "../inventory-level-store.ts";
import {
  movedMeanwhile,
  type Reservation,
  type ReservationChanges,
  refuseBeyondLine,
  withChanges,
} from "../reservation.ts";
import { lockLineNeed, lockReservation, readReservation, saveReservation } from "../reservation-store.ts";

export const updateReservation = (
  { db }: { db: Db },
  id: string,
  changes: ReservationChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const seen = await readReservation(tx, id);
    const { line_item_id } = seen;
    if (line_item_id !== null && changes.quantity !== undefined) {
      refuseBeyondLine(await lockLineNeed(tx, { ...seen, line_item_id }), changes.quantity);
    }
    const current = await lockWithLevels(tx, seen, changes.location_id);
    const next = withChanges(current, changes);
    await moveStock(tx, current, next);
    await saveReservation(tx, next);
    await announce(tx, "reservation-item.updated", { id });
  });

/** Levels before the reservation, as everywhere; so it may have been moved before its level was locked. */
async function lockWithLevels(tx: Tx, seen: Reservation, to = seen.location_id): Promise<Reservation> {
  await lockLevels(tx, seen.inventory_item_id, [seen.location_id, to]);
  const current = await lockReservation(tx, seen.id);
  const isMoved = current.location_id !== seen.location_id || current.line_item_id !== seen.line_item_id;
  if (isMoved) throw movedMeanwhile();
  return current;
}

async function moveStock(tx: Tx, current: Reservation, next: Reservation): Promise<void> {
  const from = { itemId: current.inventory_item_id, locationId: current.location_id };
  const to = { ...from, locationId: next.location_id };
  if (from.locationId !== to.locationId) {
    await giveBackToLevel(tx, from, current.quantity);
    await takeFromLevel(tx, to, next.quantity);
  } else if (next.quantity > current.quantity) {
    await takeFromLevel(tx, to, next.quantity - current.quantity);
  } else if (next.quantity < current.quantity) {
    await giveBackToLevel(tx, from, current.quantity - next.quantity);
  }
}
