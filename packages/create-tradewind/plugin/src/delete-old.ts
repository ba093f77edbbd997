import { sql } from "tradewind/plugin";
import type { RepairShop } from "./repairs.ts";

/** What was finished two years ago. */
export async function deleteOld({ db }: RepairShop): Promise<void> {
  await db.deleteFrom("repair").where("finished_at", "<", sql<Date>`now() - interval '2 years'`).execute();
}
