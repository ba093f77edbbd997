import type { Wanted } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { path, type Routes } from "../../../http/routes.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { unknownCollection, unknownSession } from "./payment-collection.ts";
import {
  type CollectionView,
  collectionAnswer,
  collectionToPay,
  paidCollection,
  sessionAnswer,
  sessionBody,
  sessionIdsBody,
  sessionsBody,
  storeCollection,
} from "./payment-collection-schemas.ts";
import { authorizeSessions } from "./use-cases/authorize-sessions.ts";
import { refreshSession, setSessions, setSingleSession } from "./use-cases/set-sessions.ts";

const tags = ["Payment Collections"];
const all = { tags, params: path("id"), querystring: noQuery, response: collectionAnswer };
const one = { ...all, params: path("id", "session_id"), response: sessionAnswer };

const notAuthorized = (id: string) =>
  new Refusal("payment_authorization_error", `Failed to authorize Payment Session id "${id}"`);

/** Whoever knows the id of a collection may pay it, as with a cart. */
export const storePaymentCollectionRoutes: Routes = (app, parts) => {
  const shown = async (view: CollectionView, id: string, wanted: Wanted = {}) => {
    const found = await parts.graph.find(view, id, wanted);
    if (!found) throw unknownCollection(id);
    return { payment_collection: found };
  };

  const shownSession = async (id: string, sessionId: string) => {
    const { payment_collection } = await shown(storeCollection, id);
    const session = payment_collection.payment_sessions?.find((each) => each.id === sessionId);
    if (!session) throw unknownSession(sessionId);
    return { payment_session: session };
  };

  app.get(
    "/store/payment-collections/:id",
    { schema: { ...all, summary: "Get a payment collection", querystring: selectionQuery } },
    (request) => shown(storeCollection, request.params.id, request.query),
  );

  app.post(
    "/store/payment-collections/:id/sessions",
    { schema: { ...all, summary: "Pay in one way", body: sessionBody } },
    async (request) => {
      await setSingleSession(parts, request.params.id, request.body.provider_id);
      return shown(collectionToPay, request.params.id);
    },
  );

  app.post(
    "/store/payment-collections/:id/sessions/batch",
    { schema: { ...all, summary: "Pay in several ways", body: sessionsBody } },
    async (request) => {
      await setSessions(parts, request.params.id, request.body.sessions);
      return shown(collectionToPay, request.params.id);
    },
  );

  app.post(
    "/store/payment-collections/:id/sessions/batch/authorize",
    { schema: { ...all, summary: "Authorize payment sessions", body: sessionIdsBody } },
    async (request) => {
      const { id: collectionId } = request.params;
      const { session_ids: sessionIds } = request.body;
      await authorizeSessions(parts, { collectionId, sessionIds, ip: request.ip });
      return shown(paidCollection, collectionId);
    },
  );

  app.post(
    "/store/payment-collections/:id/sessions/:session_id",
    { schema: { ...one, summary: "Begin a payment session anew" } },
    async (request) => {
      const { id, session_id } = request.params;
      return shownSession(id, await refreshSession(parts, id, session_id));
    },
  );

  app.post(
    "/store/payment-collections/:id/sessions/:session_id/authorize",
    { schema: { ...one, summary: "Authorize a payment session" } },
    async (request) => {
      const { id: collectionId, session_id } = request.params;
      await authorizeSessions(parts, { collectionId, sessionIds: [session_id], ip: request.ip });
      const answer = await shownSession(collectionId, session_id);
      if (answer.payment_session.status !== "authorized") throw notAuthorized(session_id);
      return answer;
    },
  );
};
