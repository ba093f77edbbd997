import type { Work } from "../../../jobs/runner.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { MoneyDeps } from "../payments/index.ts";
import { readCollection } from "./payment-collection-store.ts";
import { AUTHORIZE_TASK, authorizeSessions } from "./use-cases/authorize-sessions.ts";
import { CANCEL_PAYMENTS_TASK, cancelOpenPayments } from "./use-cases/cancel-collection.ts";

interface PendingAuthorization {
  collectionId: string;
  sessionId: string;
  ip: string | null;
}

/** The payload that `authorizeSessions` wrote with the job. */
const parsePayload = ({ collectionId, sessionId, ip }: Record<string, unknown>): PendingAuthorization => ({
  collectionId: String(collectionId),
  sessionId: String(sessionId),
  ip: typeof ip === "string" ? ip : null,
});

/** Repeats an authorization whose result is not known. */
async function finish(deps: MoneyDeps, { collectionId, sessionId, ip }: PendingAuthorization): Promise<void> {
  const { payment_sessions } = await readCollection(deps.graph, deps.db, collectionId);
  const session = payment_sessions.find(({ id }) => id === sessionId);
  if (session?.status !== "pending") return;
  await authorizeSessions(deps, { collectionId, sessionIds: [sessionId], ip });
}

export const paymentCollectionWork = (deps: MoneyDeps): Work => ({
  tasks: {
    [AUTHORIZE_TASK]: async (payload) => {
      try {
        await finish(deps, parsePayload(payload));
      } catch (error) {
        // The customer has to try again.
        if (!(error instanceof Refusal)) throw error;
      }
    },
    [CANCEL_PAYMENTS_TASK]: ({ collectionId }) => cancelOpenPayments(deps, collectionId as string),
  },
});
