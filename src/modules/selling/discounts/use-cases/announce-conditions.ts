import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";

export const announceConditions = (tx: Tx, discountId: string): Promise<void> =>
  announce(tx, "discount.updated", { id: discountId, fields: ["rule.conditions"] });
