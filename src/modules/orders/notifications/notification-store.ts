import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { BATCH_SIZE, batchOf, type DeletedBatch } from "../../../db/old-rows.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import { type Notification, type Resend, unknownNotification } from "./notification.ts";

const find = compiled("notification-find", (db, p: { id: string }) =>
  db
    .selectFrom("notification")
    .select(["id", "event_name", "resource_type", "resource_id", "customer_id", "to", "data", "provider_id"])
    .where("id", "=", p.id),
);

const insert = compiled("notification-insert", (db, p: Notification & { parent_id: string | null }) =>
  db.insertInto("notification").values({
    id: p.id,
    event_name: p.event_name,
    resource_type: p.resource_type,
    resource_id: p.resource_id,
    customer_id: p.customer_id,
    to: p.to,
    data: p.data,
    parent_id: p.parent_id,
    provider_id: p.provider_id,
  }),
);

export async function getNotification(on: Connection, id: string): Promise<Notification> {
  const [found] = await find(on, { id });
  if (!found) throw unknownNotification(id);
  return found;
}

export async function insertResend(tx: Tx, resend: Resend): Promise<void> {
  await insert(tx, resend);
}

export async function insertNotification(tx: Tx, notification: Notification): Promise<void> {
  await insert(tx, { ...notification, parent_id: null });
}

const ofEvent = compiled("notification-of-event", (db, p: { eventId: string; providerId: string }) =>
  db
    .selectFrom("notification")
    .select("id")
    .where("provider_id", "=", p.providerId)
    .where(sql<boolean>`data ->> 'event_id' = ${p.eventId}`)
    .limit(1),
);

/** Whether the provider has already sent a message for the event. */
export async function hasNotification(
  on: Connection,
  key: { eventId: string; providerId: string },
): Promise<boolean> {
  return (await ofEvent(on, key)).length > 0;
}

// Ids begin with the time of their creation. One that was sent again goes after its repetitions.
const deleteOld = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-notifications",
  { deletes: ["notification"] },
  (p) => sql<{ id: number }>`delete from notification where id = any(array(
      select old.id from (select * from notification order by id limit ${BATCH_SIZE}) old
      where old.created_at < now() - make_interval(days => ${p.days}::integer)
        and not exists (select from notification again where again.parent_id = old.id)))
    returning 1 as id`,
);

/** Deletes a batch of the notifications that are older than so many days. */
export const deleteOldNotifications = async (tx: Tx, days: number): Promise<DeletedBatch> =>
  batchOf(await deleteOld(tx, { days }));
