import type { Config } from "./config.ts";
import { deleteOldEvents } from "./events/old-events-store.ts";
import { deleteOldGuesses } from "./http/guess-store.ts";
import { deleteOldKeys } from "./http/idempotency-store.ts";
import { deleteExpiredSessions } from "./modules/people/auth/index.ts";
import { deleteOldEntries } from "./modules/platform/audit/index.ts";
import type { Cleanups } from "./modules/platform/housekeeping/index.ts";
import { deleteOldTaxAnswers, expireCarts } from "./modules/selling/carts/index.ts";
import { deleteExpiredHolds } from "./modules/stock/inventory/index.ts";

/** What housekeeping deletes; with 0 days carts, events and audit entries stay. */
export const cleanupsFor = ({
  cartDays,
  eventDays,
  auditDays,
}: Pick<Config, "cartDays" | "eventDays" | "auditDays">): Cleanups => ({
  sessions: deleteExpiredSessions,
  keys: deleteOldKeys,
  holds: deleteExpiredHolds,
  "tax answers": deleteOldTaxAnswers,
  limits: deleteOldGuesses,
  ...(cartDays > 0 && { carts: (tx) => expireCarts(tx, cartDays) }),
  ...(eventDays > 0 && { events: (tx) => deleteOldEvents(tx, eventDays) }),
  ...(auditDays > 0 && { audit: (tx) => deleteOldEntries(tx, auditDays) }),
});
