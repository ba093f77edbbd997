import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { deletedBody, path, type Routes } from "../../../http/routes.ts";
import { updateCollection } from "./payment-collection-changes.ts";
import {
  adminCollection,
  changedCollection,
  collectionAnswer,
  collectionAnswers,
  collectionChangesBody,
  collectionToPay,
  paidCollection,
  sessionAnswer,
  sessionBody,
  sessionIdsBody,
  sessionsBody,
  storeCollection,
} from "./payment-collection-schemas.ts";
import { authorizeSessions } from "./use-cases/authorize-sessions.ts";
import { deleteCollection, type EditsWithCollection } from "./use-cases/cancel-collection.ts";
import { markAuthorized } from "./use-cases/record-payment.ts";
import { refreshSession, setSessions, setSingleSession } from "./use-cases/set-sessions.ts";
import { showAuthorizedSession, showCollection, showSession } from "./use-cases/show-collection.ts";

const tags = ["Payment Collections"];
const ofCollection = { tags, params: path("id"), querystring: noQuery, response: collectionAnswer };
const toPay = { ...ofCollection, response: collectionAnswers.toPay };
const ofSession = { ...ofCollection, params: path("id", "session_id"), response: sessionAnswer };

export const adminPaymentCollectionRoutes =
  (edits: EditsWithCollection): Routes =>
  (app, context) => {
    app.get(
      "/admin/payment-collections/:id",
      {
        schema: {
          ...ofCollection,
          summary: "Get a payment collection",
          querystring: selectionQuery,
          response: collectionAnswers.admin,
        },
      },
      ({ params, query }) => showCollection(context, params.id, { ...query, view: adminCollection }),
    );

    app.post(
      "/admin/payment-collections/:id",
      { schema: { ...ofCollection, summary: "Update a payment collection", body: collectionChangesBody } },
      async ({ params, body }) => {
        await updateCollection(context, params.id, body);
        return showCollection(context, params.id, { view: changedCollection });
      },
    );

    app.delete(
      "/admin/payment-collections/:id",
      { schema: { ...ofCollection, summary: "Delete a payment collection", response: deletedBody } },
      async ({ params }) => {
        await deleteCollection({ ...context, edits }, params.id);
        return { id: params.id, object: "payment_collection", deleted: true };
      },
    );

    app.post(
      "/admin/payment-collections/:id/authorize",
      { schema: { ...ofCollection, summary: "Mark a payment collection as authorized" } },
      async ({ params }) => {
        await markAuthorized(context, params.id);
        return showCollection(context, params.id, { view: changedCollection });
      },
    );
  };

/** As with carts, anyone who knows the id of a collection can pay it. */
export const storePaymentCollectionRoutes: Routes = (app, context) => {
  app.get(
    "/store/payment-collections/:id",
    {
      schema: {
        ...ofCollection,
        summary: "Get a payment collection",
        querystring: selectionQuery,
        response: collectionAnswers.store,
      },
    },
    ({ params, query }) => showCollection(context, params.id, { ...query, view: storeCollection }),
  );

  app.post(
    "/store/payment-collections/:id/sessions",
    { schema: { ...toPay, summary: "Pay with one payment session", body: sessionBody } },
    async ({ params, body }) => {
      await setSingleSession(context, params.id, body.provider_id);
      return showCollection(context, params.id, { view: collectionToPay });
    },
  );

  app.post(
    "/store/payment-collections/:id/sessions/batch",
    { schema: { ...toPay, summary: "Pay with several payment sessions", body: sessionsBody } },
    async ({ params, body }) => {
      await setSessions(context, params.id, body.sessions);
      return showCollection(context, params.id, { view: collectionToPay });
    },
  );

  app.post(
    "/store/payment-collections/:id/sessions/batch/authorize",
    {
      schema: {
        ...ofCollection,
        summary: "Authorize payment sessions",
        body: sessionIdsBody,
        response: collectionAnswers.paid,
      },
    },
    async ({ params, body, ip }) => {
      await authorizeSessions(context, { collectionId: params.id, sessionIds: body.session_ids, ip });
      return showCollection(context, params.id, { view: paidCollection });
    },
  );

  app.post(
    "/store/payment-collections/:id/sessions/:session_id",
    { schema: { ...ofSession, summary: "Refresh a payment session" } },
    async ({ params }) => {
      const sessionId = await refreshSession(context, params.id, params.session_id);
      return showSession(context, { collectionId: params.id, sessionId });
    },
  );

  app.post(
    "/store/payment-collections/:id/sessions/:session_id/authorize",
    { schema: { ...ofSession, summary: "Authorize a payment session" } },
    async ({ params: { id: collectionId, session_id: sessionId }, ip }) => {
      await authorizeSessions(context, { collectionId, sessionIds: [sessionId], ip });
      return showAuthorizedSession(context, { collectionId, sessionId });
    },
  );
};
