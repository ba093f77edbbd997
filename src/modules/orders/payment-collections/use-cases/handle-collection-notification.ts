import type { ProviderData } from "../../../../providers/ports/common.ts";
import type { MoneyDeps } from "../../payments/index.ts";
import { readCollection } from "../payment-collection-store.ts";
import { authorizeSessions } from "./authorize-sessions.ts";

/** Whether a payment was made for a payment collection, and not for a cart. */
export const isCollectionId = (resourceId: string): boolean => resourceId.startsWith("paycol_");

/**
 * Handles a notification of a payment service. It is a hint, not a proof: the provider is called for the status of the
 * session. So a payment counts even if the customer does not return to the storefront.
 */
export async function handleCollectionNotification(
  deps: MoneyDeps,
  { resourceId: collectionId, data }: { resourceId: string; data: ProviderData },
): Promise<void> {
  const { payment_sessions } = await readCollection(deps.graph, deps.db, collectionId);
  const matching = payment_sessions.filter((session) => session.data.id === (data.id ?? null));
  const sessionIds = matching.map(({ id }) => id);
  if (sessionIds.length > 0) await authorizeSessions(deps, { collectionId, sessionIds, ip: null });
}
