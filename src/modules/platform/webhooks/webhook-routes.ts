import { authorOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, page, path, type Routes } from "../../../http/routes.ts";
import { HttpSender } from "./sending/http-sender.ts";
import { addressPolicyOf } from "./sending/webhook-address.ts";
import {
  createWebhook,
  deleteWebhook,
  replayWebhook,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from "./webhook-changes.ts";
import {
  adminWebhook,
  adminWebhooks,
  newWebhookBody,
  replayBody,
  testResponseSchema,
  webhookChangesBody,
  webhookResponseSchema,
  webhookWithSecretSchema,
} from "./webhook-schemas.ts";

const tags = ["Webhooks"];
const webhookById = { tags, querystring: noQuery, params: path("id"), response: webhookResponseSchema };
// The response holds a secret, which must not be stored for the Idempotency-Key.
const notIdempotent = { config: { idempotent: false } };

export const webhookRoutes: Routes = (app, { config, db, graph, permissions }) => {
  const addressPolicy = addressPolicyOf(config);
  const sender = new HttpSender({ addressPolicy, timeout: config.webhookTimeout });
  app.addHook("onClose", async () => sender.close());
  const webhookResponse = async (id: string) => ({
    webhook: found(await graph.find(adminWebhook, id), "Webhook", id),
  });

  app.get(
    "/admin/webhooks",
    {
      schema: {
        tags,
        summary: "List webhooks",
        querystring: adminWebhooks.querystring,
        response: page("webhooks", "webhook"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminWebhooks.read(graph, request.query, config);
      return { webhooks: rows, ...paging };
    },
  );

  app.post(
    "/admin/webhooks",
    {
      ...notIdempotent,
      schema: {
        tags,
        summary: "Create a webhook",
        querystring: noQuery,
        body: newWebhookBody,
        response: webhookWithSecretSchema,
      },
    },
    async (request) => {
      const author = await authorOf(request);
      const { id, secret } = await createWebhook({ db, addressPolicy, author, permissions }, request.body);
      return { ...(await webhookResponse(id)), secret };
    },
  );

  app.get("/admin/webhooks/:id", { schema: { ...webhookById, summary: "Get a webhook" } }, (request) =>
    webhookResponse(request.params.id),
  );

  app.post(
    "/admin/webhooks/:id",
    { schema: { ...webhookById, summary: "Update a webhook", body: webhookChangesBody } },
    async (request) => {
      const author = await authorOf(request);
      await updateWebhook({ db, addressPolicy, author, permissions }, request.params.id, request.body);
      return webhookResponse(request.params.id);
    },
  );

  app.delete(
    "/admin/webhooks/:id",
    { schema: { ...webhookById, summary: "Delete a webhook", response: deletedBody } },
    async (request) => {
      await deleteWebhook({ db }, request.params.id);
      return { id: request.params.id, object: "webhook", deleted: true };
    },
  );

  app.post(
    "/admin/webhooks/:id/rotate-secret",
    {
      ...notIdempotent,
      schema: {
        ...webhookById,
        summary: "Rotate the secret of a webhook",
        response: webhookWithSecretSchema,
      },
    },
    async (request) => {
      const secret = await rotateSecret({ db }, request.params.id);
      return { ...(await webhookResponse(request.params.id)), secret };
    },
  );

  app.post(
    "/admin/webhooks/:id/replay",
    { schema: { ...webhookById, summary: "Deliver events again", body: replayBody } },
    async (request) => {
      await replayWebhook({ db }, request.params.id, request.body.since);
      return webhookResponse(request.params.id);
    },
  );

  app.post(
    "/admin/webhooks/:id/test",
    { schema: { ...webhookById, summary: "Send a ping to a webhook", response: testResponseSchema } },
    (request) => testWebhook({ db, sender }, request.params.id),
  );
};
