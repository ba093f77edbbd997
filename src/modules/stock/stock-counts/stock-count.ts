import { invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import type { LevelMove } from "../inventory/index.ts";

export const countStates = ["open", "applied", "canceled"] as const;

export interface StockCount {
  id: string;
  status: (typeof countStates)[number];
  location_id: string;
  note: string | null;
}

export interface CountLine {
  inventory_item_id: string;
  name: string;
  expected_quantity: number | null;
  counted_quantity: number | null;
}

/** What a person has counted. */
export interface CountedLine {
  inventory_item_id: string;
  /** Null: not counted, after all. */
  counted_quantity: number | null;
  /** What the person has seen there before. */
  previous?: number | null;
}

export function checkOpen({ status }: StockCount): void {
  if (status !== "open") throw notAllowed(`A count that is ${status} cannot be changed`);
}

/** Two people may count the same item: the second one must have seen what the first one entered. */
export function checkCounted(lines: readonly CountLine[], sent: readonly CountedLine[]): void {
  const ids = sent.map(({ inventory_item_id }) => inventory_item_id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) throw invalid(`lines: the item ${twice} is in several lines`);
  const known = new Map(lines.map((line) => [line.inventory_item_id, line]));
  for (const { inventory_item_id, counted_quantity, previous } of sent) {
    const now = known.get(inventory_item_id)?.counted_quantity ?? null;
    if (previous === undefined || previous === now || counted_quantity === now) continue;
    const name = known.get(inventory_item_id)?.name ?? inventory_item_id;
    throw new Refusal(
      "conflict",
      `lines: ${name} was counted by another user meanwhile: ${now ?? "not counted"}`,
    );
  }
}

/** The differences, added to what is there now: pieces that were sold since the item was counted stay sold. */
export const countMoves = (
  { location_id: locationId }: StockCount,
  lines: readonly CountLine[],
): LevelMove[] =>
  lines.flatMap(({ inventory_item_id: itemId, expected_quantity, counted_quantity }) => {
    const difference = (counted_quantity ?? 0) - (expected_quantity ?? 0);
    if (counted_quantity === null || difference === 0) return [];
    return {
      itemId,
      locationId,
      next: ({ stocked, incoming }: { stocked: number; incoming: number }) => ({
        stocked: Math.max(stocked + difference, 0),
        incoming,
      }),
    };
  });
