import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type Attempt, type AttemptOutcome, outcomeOf } from "../delivery.ts";
import { saveAttempts } from "../delivery-store.ts";
import { afterFailures, type FailureLimit } from "../webhook.ts";
import { clearFailures, findAndLockWebhook, saveHealth } from "../webhook-store.ts";

export interface AttemptRecording {
  db: Db;
  /** Pause after the first failure, in milliseconds. */
  retryPause: number;
  failureLimit: FailureLimit;
}

/** Saves the results of attempts, and switches the webhook off when it reaches the failure limit. */
export async function recordAttempts(
  { db, retryPause, failureLimit: patience }: AttemptRecording,
  webhookId: string,
  attempts: readonly Attempt[],
): Promise<AttemptOutcome[]> {
  const results = attempts.map((attempt) => ({
    ...attempt,
    ...outcomeOf(attempt, retryPause, Math.random()),
  }));
  const delivered = results.filter(({ status }) => status === "delivered").length;
  const counts = { delivered, failed: results.length - delivered };
  await inTransaction(db, async (tx) => {
    // Lock order: the webhook before its deliveries.
    if (counts.failed === 0) await clearFailures(tx, webhookId);
    else await recordFailures(tx, webhookId, { counts, patience });
    await saveAttempts(tx, results);
  });
  return results;
}

async function recordFailures(
  tx: Tx,
  webhookId: string,
  { counts, patience }: { counts: { delivered: number; failed: number }; patience: FailureLimit },
): Promise<void> {
  const webhook = await findAndLockWebhook(tx, webhookId);
  if (!webhook) return;
  const next = afterFailures(webhook, counts, { now: new Date(), patience });
  await saveHealth(tx, next);
  if (next.is_active || !webhook.is_active) return;
  await announce(tx, "webhook.disabled", { id: webhookId, reason: next.disabled_reason });
}
