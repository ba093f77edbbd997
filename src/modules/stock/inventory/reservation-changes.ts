import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { inventoryEvents } from "./events.ts";
import { lockLevels, reserveAtLevel, unreserveAtLevel } from "./inventory-level-store.ts";
import {
  type NewReservation,
  type Reservation,
  type ReservationChanges,
  refuseBeyondLine,
  reservationFrom,
  reservationMoved,
  withChanges,
} from "./reservation.ts";
import {
  insertReservation,
  lockLineNeed,
  lockReservation,
  readReservation,
  saveReservation,
} from "./reservation-store.ts";
import { releaseRows } from "./stock-removal-store.ts";

interface Deps {
  db: Db;
}

export const createReservation = ({ db }: Deps, userId: string, input: NewReservation): Promise<string> =>
  inTransaction(db, async (tx) => {
    const reservation = reservationFrom({ id: newId("resitem"), created_by: userId }, input);
    const { id, line_item_id, inventory_item_id: itemId, location_id: locationId, quantity } = reservation;
    if (line_item_id !== null) {
      refuseBeyondLine(await lockLineNeed(tx, { ...reservation, line_item_id }), quantity);
    }
    await reserveAtLevel(tx, { itemId, locationId }, quantity);
    await insertReservation(tx, reservation);
    await inventoryEvents.announce(tx, "reservation-item.created", { id });
    return id;
  });

export const updateReservation = ({ db }: Deps, id: string, changes: ReservationChanges): Promise<void> =>
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
    await inventoryEvents.announce(tx, "reservation-item.updated", { id });
  });

/** Does nothing if the reservation does not exist, as in v1. */
export const deleteReservation = ({ db }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [released] = await releaseRows(tx, { ids: [id] });
    if (released) await inventoryEvents.announce(tx, "reservation-item.deleted", { id });
  });

/** Locks levels before the reservation, in the lock order. Another request may have moved the reservation before. */
async function lockWithLevels(tx: Tx, seen: Reservation, to = seen.location_id): Promise<Reservation> {
  await lockLevels(tx, seen.inventory_item_id, [seen.location_id, to]);
  const current = await lockReservation(tx, seen.id);
  const isMoved = current.location_id !== seen.location_id || current.line_item_id !== seen.line_item_id;
  if (isMoved) throw reservationMoved();
  return current;
}

async function moveStock(tx: Tx, current: Reservation, next: Reservation): Promise<void> {
  const from = { itemId: current.inventory_item_id, locationId: current.location_id };
  const to = { ...from, locationId: next.location_id };
  if (from.locationId !== to.locationId) {
    await unreserveAtLevel(tx, from, current.quantity);
    await reserveAtLevel(tx, to, next.quantity);
  } else if (next.quantity > current.quantity) {
    await reserveAtLevel(tx, to, next.quantity - current.quantity);
  } else if (next.quantity < current.quantity) {
    await unreserveAtLevel(tx, from, current.quantity - next.quantity);
  }
}
