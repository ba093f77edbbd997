import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type Attempt, type Settled, settled } from "../delivery.ts";
import { saveAttempts } from "../delivery-store.ts";
import { afterFailures, type Patience } from "../webhook.ts";
import { clearFailures, findAndLockWebhook, saveHealth } from "../webhook-store.ts";

export interface Recording {
  db: Db;
  /** Pause after the first failure, in milliseconds. */
  retryPause: number;
  patience: Patience;
}

/** Writes down what came of attempts, and switches the webhook off when nothing else is to be expected. */
export async function recordAttempts(
  { db, retryPause, patience }: Recording,
  webhookId: string,
  attempts: readonly Attempt[],
): Promise<Settled[]> {
  const made = attempts.map((attempt) => ({
    ...attempt,
    ...settled(attempt, retryPause, Math.random()),
  }));
  const delivered = made.filter(({ status }) => status === "delivered").length;
  const counts = { delivered, failed: made.length - delivered };
  await inTransaction(db, async (tx) => {
    // The webhook before its deliveries, as everywhere.
    if (counts.failed === 0) await clearFailures(tx, webhookId);
    else await noteFailures(tx, webhookId, { counts, patience });
    await saveAttempts(tx, made);
  });
  return made;
}

async function noteFailures(
  tx: Tx,
  webhookId: string,
  { counts, patience }: { counts: { delivered: number; failed: number }; patience: Patience },
): Promise<void> {
  const webhook = await findAndLockWebhook(tx, webhookId);
  if (!webhook) return;
  const next = afterFailures(webhook, counts, { now: new Date(), patience });
  await saveHealth(tx, next);
  if (next.is_active || !webhook.is_active) return;
  await announce(tx, "webhook.disabled", { id: webhookId, reason: next.disabled_reason });
}
