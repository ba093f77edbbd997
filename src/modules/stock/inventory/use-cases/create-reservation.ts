import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { takeFromLevel } from "../inventory-level-store.ts";
import { type NewReservation, refuseBeyondLine, reservationFrom } from "../reservation.ts";
import { insertReservation, lockLineNeed } from "../reservation-store.ts";

export const createReservation = (
  { db }: { db: Db },
  userId: string,
  input: NewReservation,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const reservation = reservationFrom({ id: newId("resitem"), created_by: userId }, input);
    const { id, line_item_id, inventory_item_id: itemId, location_id: locationId, quantity } = reservation;
    if (line_item_id !== null) {
      refuseBeyondLine(await lockLineNeed(tx, { ...reservation, line_item_id }), quantity);
    }
    await takeFromLevel(tx, { itemId, locationId }, quantity);
    await insertReservation(tx, reservation);
    await announce(tx, "reservation-item.created", { id });
    return id;
  });
