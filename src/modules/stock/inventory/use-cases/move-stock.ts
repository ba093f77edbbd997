import type { Tx } from "../../../../db/database.ts";
import { inventoryEvents } from "../events.ts";
import type { LevelKey } from "../inventory-item.ts";
import { addMissingLevels, type LevelNow, lockMovedLevels, saveMovedLevels } from "../moved-levels-store.ts";
import type { LevelMove } from "../moved-stock.ts";
import type { ChangeReason, StockChange } from "../stock-change.ts";
import { recordStockChanges } from "../stock-change-store.ts";

const keyOf = ({ itemId, locationId }: LevelKey) => `${itemId} ${locationId}`;

/** Changes the quantities of levels, all of them or none, and records from what to what. Levels that are missing are made. */
export async function moveStock(tx: Tx, moves: readonly LevelMove[], why: ChangeReason): Promise<void> {
  if (moves.length === 0) return;
  const keys = [...new Map(moves.map((move) => [keyOf(move), move])).values()];
  const added = await addMissingLevels(tx, keys);
  const before = new Map((await lockMovedLevels(tx, keys)).map((level) => [keyOf(level), level]));
  const after = new Map(before);
  for (const move of moves) {
    const now = after.get(keyOf(move))!;
    after.set(keyOf(move), { ...now, ...move.next(now) });
  }
  const changed = [...after.values()].filter((level) => {
    const old = before.get(keyOf(level))!;
    return added.has(level.id) || old.stocked !== level.stocked || old.incoming !== level.incoming;
  });
  await saveMovedLevels(tx, changed);
  await recordStockChanges(
    tx,
    changed.flatMap((level) => changesOf(before.get(keyOf(level))!, level, added.has(level.id))),
    why,
  );
  const idsOf = (isAdded: boolean) =>
    changed.filter(({ id }) => added.has(id) === isAdded).map(({ id }) => ({ id }));
  await inventoryEvents.announceEach(tx, "inventory-level.created", idsOf(true));
  await inventoryEvents.announceEach(tx, "inventory-level.updated", idsOf(false));
}

function changesOf(before: LevelNow, after: LevelNow, isNew: boolean): StockChange[] {
  const { itemId, locationId } = after;
  const stocked = { before: isNew ? null : before.stocked, after: after.stocked };
  const incoming = { before: before.incoming, after: after.incoming };
  return [
    { itemId, locationId, quantity: "stocked", ...stocked },
    { itemId, locationId, quantity: "incoming", ...incoming },
  ];
}
