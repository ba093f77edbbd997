import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

const insert = compiled("webhook-secret-insert", (db, p: { id: string; secret: string }) =>
  db.insertInto("tradewind.webhook_secret").values({ webhook_id: p.id, secret: p.secret }),
);

export async function insertSecret(tx: Tx, webhookId: string, secret: string): Promise<void> {
  await insert(tx, { id: webhookId, secret });
}

const rotate = compiledReturningWrite<{ id: string; secret: string }, unknown>(
  "webhook-secret-rotate",
  { updates: ["tradewind.webhook_secret"] },
  (p) => sql`update tradewind.webhook_secret
    set previous_secret = secret, previous_until = now() + interval '24 hours', secret = ${p.secret}, updated_at = now()
    where webhook_id = ${p.id}`,
);

/** For a day, requests are signed with the previous secret as well. */
export async function replaceSecret(tx: Tx, webhookId: string, secret: string): Promise<void> {
  await rotate(tx, { id: webhookId, secret });
}

/** Where requests go, and the secrets that sign them, newest first. */
export interface DeliveryTarget {
  url: string;
  events: string[];
  secrets: string[];
}

const target = compiledSql<{ id: string }, DeliveryTarget>(
  "webhook-target",
  (p) => sql<DeliveryTarget>`select webhook.url, webhook.events,
      array_remove(array[secret.secret, case when secret.previous_until > now() then secret.previous_secret end], null)
        as secrets
    from tradewind.webhook
    join tradewind.webhook_secret secret on secret.webhook_id = webhook.id
    where webhook.id = ${p.id}`,
);

export async function findDeliveryTarget(on: Connection, webhookId: string): Promise<DeliveryTarget | null> {
  const [found] = await target(on, { id: webhookId });
  return found ?? null;
}
