import type { Db } from "../../../../db/database.ts";
import { countBacklog } from "../delivery-store.ts";

// Whether it is a hundred thousand or a million makes no difference to whoever is woken up for it.
const COUNTED = 100_000;

/** How much webhooks are behind; not a number while the database does not answer. */
export const readBacklog = ({ db }: { db: Db }): Promise<{ deliveries: number; events: number }> =>
  countBacklog(db, COUNTED).catch(() => ({ deliveries: Number.NaN, events: Number.NaN }));
