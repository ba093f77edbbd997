import type { Connection, Tx } from "../../db/database.ts";
import { compiled } from "../../db/statements.ts";
import { type Notification, type Resend, unknownNotification } from "./notification.ts";

const find = compiled("notification-find", (db, p: { id: string }) =>
  db
    .selectFrom("notification")
    .select(["id", "event_name", "resource_type", "resource_id", "customer_id", "to", "data", "provider_id"])
    .where("id", "=", p.id),
);

const insert = compiled("notification-insert-resend", (db, p: Resend) =>
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
