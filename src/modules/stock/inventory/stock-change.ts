import type { LevelKey } from "./inventory-item.ts";

/** A quantity of a level. Null: the item is not kept there. */
export interface StockChange extends LevelKey {
  quantity: "stocked" | "incoming";
  before: number | null;
  after: number | null;
}

export const stockChangeReasons = ["edit", "import", "transfer", "incoming", "count"] as const;

/** Why quantities change. */
export interface ChangeReason {
  reason: (typeof stockChangeReasons)[number];
  note?: string | null;
  /** The transfer, the count or the batch job. */
  subjectId?: string;
  /** Of work that no request caused, such as an import. */
  userId?: string | null;
}
