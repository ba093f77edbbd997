import type { Graph } from "../../../../graph/graph.ts";
import type { RequestedSelection } from "../../../../graph/selection.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { sessionOf, unknownCollection } from "../payment-collection.ts";
import { type CollectionView, storeCollection } from "../payment-collection-schemas.ts";

type Deps = { graph: Graph };

export async function showCollection(
  { graph }: Deps,
  id: string,
  { view, ...requested }: RequestedSelection & { view: CollectionView },
) {
  const found = await graph.find(view, id, requested);
  if (!found) throw unknownCollection(id);
  return { payment_collection: found };
}

interface SessionIds {
  collectionId: string;
  sessionId: string;
}

export async function showSession(deps: Deps, { collectionId, sessionId }: SessionIds) {
  const { payment_collection } = await showCollection(deps, collectionId, { view: storeCollection });
  const { payment_sessions = [] } = payment_collection;
  return { payment_session: sessionOf({ payment_sessions }, sessionId) };
}

/** The session after its authorization, or the refusal that its provider did not authorize it. */
export async function showAuthorizedSession(deps: Deps, ids: SessionIds) {
  const answer = await showSession(deps, ids);
  if (answer.payment_session.status === "authorized") return answer;
  throw new Refusal(
    "payment_authorization_error",
    `Failed to authorize Payment Session id "${ids.sessionId}"`,
  );
}
