import type { ProviderData } from "../../../../providers/ports/common.ts";
import { readCollection } from "../payment-collection-store.ts";
import { authorizeSessions } from "./authorize-sessions.ts";
import type { CollectionDeps } from "./deps.ts";

/** Whether a payment was made for a payment collection, and not for a cart. */
export const isCollectionId = (resourceId: string): boolean => resourceId.startsWith("paycol_");

/**
 * A payment service tells that something happened. That is a hint, not a proof: the provider itself is asked what the
 * session is worth. So what was paid counts, even if the customer never comes back.
 */
export async function hearCollectionNews(
  deps: CollectionDeps,
  { resourceId: collectionId, data }: { resourceId: string; data: ProviderData },
): Promise<void> {
  const { payment_sessions } = await readCollection(deps.graph, deps.db, collectionId);
  const meant = payment_sessions.filter((session) => session.data.id === (data.id ?? null));
  const sessionIds = meant.map(({ id }) => id);
  if (sessionIds.length > 0) await authorizeSessions(deps, { collectionId, sessionIds, ip: null });
}
