import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import { moveStock, unknownLocation } from "../inventory/index.ts";
import { stockCountEvents } from "./events.ts";
import { type CountedLine, checkCounted, checkOpen, countMoves } from "./stock-count.ts";
import {
  countDifferences,
  endCount,
  insertCount,
  lockCount,
  lockCountLines,
  lockCountLocation,
  lockCountShared,
  saveCounted,
  selectCountItems,
  tellOtherCounts,
} from "./stock-count-store.ts";

interface Deps {
  db: Db;
}

interface NewCount {
  location_id: string;
  note?: string | null;
  inventory_item_ids?: string[];
}

/** Begins a count of the named items, or of all that are kept at the location. */
export const startCount = ({ db }: Deps, input: NewCount, userId: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    const { location_id: locationId, note = null, inventory_item_ids } = input;
    if (!(await lockCountLocation(tx, locationId))) throw unknownLocation(locationId);
    const id = newId("stcnt");
    await insertCount(tx, { id, locationId, note, userId });
    const items = inventory_item_ids ? [...new Set(inventory_item_ids)] : null;
    const count = await selectCountItems(tx, { countId: id, locationId, items });
    if (count === 0) throw notAllowed("location_id: nothing is kept at this location");
    await stockCountEvents.announce(tx, "stock-count.created", { id });
    return id;
  });

/** Enters what a person has counted, with what was stocked at that moment. */
export const enterCounted = (
  { db }: Deps,
  id: string,
  entered: { lines: readonly CountedLine[]; userId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const count = await lockCountShared(tx, id);
    checkOpen(count);
    const items = entered.lines.map(({ inventory_item_id }) => inventory_item_id);
    checkCounted(await lockCountLines(tx, id, items), entered.lines);
    await saveCounted(tx, count, entered);
  });

/** Corrects the stock by the differences, once. */
export const applyCount = ({ db }: Deps, id: string, userId: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const count = await lockCount(tx, id);
    checkOpen(count);
    const moves = countMoves(count, await countDifferences(tx, id));
    await moveStock(tx, moves, { reason: "count", subjectId: id, note: count.note });
    await tellOtherCounts(tx, count);
    await endCount(tx, id, { status: "applied", userId });
    await stockCountEvents.announce(tx, "stock-count.applied", { id });
  });

export const cancelCount = ({ db }: Deps, id: string, userId: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    checkOpen(await lockCount(tx, id));
    await endCount(tx, id, { status: "canceled", userId });
    await stockCountEvents.announce(tx, "stock-count.canceled", { id });
  });
