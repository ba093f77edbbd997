import type { Work } from "../../../jobs/work.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { readCollection } from "./payment-collection-store.ts";
import { AUTHORIZE_TASK, authorizeSessions } from "./use-cases/authorize-sessions.ts";
import { LET_GO_TASK, letGo } from "./use-cases/cancel-collection.ts";
import type { CollectionDeps } from "./use-cases/deps.ts";

interface Interrupted {
  collectionId: string;
  sessionId: string;
  ip: string | null;
}

/** The payload that `authorizeSessions` wrote with the job. */
const interrupted = ({ collectionId, sessionId, ip }: Record<string, unknown>): Interrupted => ({
  collectionId: String(collectionId),
  sessionId: String(sessionId),
  ip: typeof ip === "string" ? ip : null,
});

/** Asks again where nobody knows what the payment service answered. */
async function finish(deps: CollectionDeps, { collectionId, sessionId, ip }: Interrupted): Promise<void> {
  const { payment_sessions } = await readCollection(deps.graph, deps.db, collectionId);
  const session = payment_sessions.find(({ id }) => id === sessionId);
  if (session?.status !== "pending") return;
  await authorizeSessions(deps, { collectionId, sessionIds: [sessionId], ip });
}

export const paymentCollectionWork = (deps: CollectionDeps): Work => ({
  tasks: {
    [AUTHORIZE_TASK]: async (payload) => {
      try {
        await finish(deps, interrupted(payload));
      } catch (error) {
        // Then it is for the customer to try again.
        if (!(error instanceof Refusal)) throw error;
      }
    },
    [LET_GO_TASK]: ({ collectionId }) => letGo(deps, collectionId as string),
  },
});
