import type { Config } from "./config.ts";
import { mayV1Run } from "./db/adoption.ts";
import { deleteOldEvents } from "./events/cursor-store.ts";
import { deleteOldGuesses } from "./http/guess-store.ts";
import { deleteOldKeys } from "./http/idempotency-store.ts";
import { deleteOldChanges } from "./modules/catalogue/catalogue-state/index.ts";
import { deleteOldNotifications } from "./modules/orders/notifications/index.ts";
import { deleteExpiredSessions } from "./modules/people/auth/index.ts";
import { deleteOldEntries } from "./modules/platform/audit/index.ts";
import type { Cleanups } from "./modules/platform/housekeeping/index.ts";
import { deleteOldTaxAnswers, expireCarts } from "./modules/selling/carts/index.ts";
import { deleteExpiredHolds } from "./modules/stock/inventory/index.ts";

/** For rows of v1's own tables: they stay while v1 may still use them, until the adoption is finished. */
const withoutV1 =
  (cleanup: Cleanups[string]): Cleanups[string] =>
  async (tx) =>
    (await mayV1Run(tx)) ? { removed: 0, isDone: true } : cleanup(tx);

/** What housekeeping deletes; with 0 days carts, events, audit entries and notifications stay. */
export const cleanupsFor = ({
  cartDays,
  eventDays,
  auditDays,
  notificationDays,
}: Pick<Config, "cartDays" | "eventDays" | "auditDays" | "notificationDays">): Cleanups => ({
  sessions: deleteExpiredSessions,
  keys: deleteOldKeys,
  holds: deleteExpiredHolds,
  "tax answers": deleteOldTaxAnswers,
  limits: deleteOldGuesses,
  "catalogue changes": deleteOldChanges,
  ...(cartDays > 0 && { carts: withoutV1((tx) => expireCarts(tx, cartDays)) }),
  ...(eventDays > 0 && { events: (tx) => deleteOldEvents(tx, eventDays) }),
  ...(auditDays > 0 && { audit: (tx) => deleteOldEntries(tx, auditDays) }),
  ...(notificationDays > 0 && {
    notifications: withoutV1((tx) => deleteOldNotifications(tx, notificationDays)),
  }),
});
