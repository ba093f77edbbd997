import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, page, path, type Routes } from "../../../http/routes.ts";
import { HttpSender } from "./sending/http-sender.ts";
import { createWebhook } from "./use-cases/create-webhook.ts";
import { deleteWebhook } from "./use-cases/delete-webhook.ts";
import { replayWebhook } from "./use-cases/replay-webhook.ts";
import { rotateSecret } from "./use-cases/rotate-secret.ts";
import { testWebhook } from "./use-cases/test-webhook.ts";
import { updateWebhook } from "./use-cases/update-webhook.ts";
import {
  adminWebhook,
  adminWebhooks,
  newWebhookBody,
  replayBody,
  shownWebhook,
  testAnswer,
  webhookChangesBody,
  webhookWithSecret,
} from "./webhook-schemas.ts";

const tags = ["Webhooks"];
const one = { tags, querystring: noQuery, params: path("id"), response: shownWebhook };
// The answer holds a secret, which is not to be kept for a replay.
const withSecret = { config: { idempotent: false } };

export const webhookRoutes: Routes = (app, { config, db, graph }) => {
  const reach = config.webhookPrivateAddresses === "allow" ? "anywhere" : "public";
  const sender = new HttpSender({ reach, timeout: config.webhookTimeout });
  app.addHook("onClose", async () => sender.close());
  const shown = async (id: string) => ({
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
      ...withSecret,
      schema: {
        tags,
        summary: "Create a webhook",
        querystring: noQuery,
        body: newWebhookBody,
        response: webhookWithSecret,
      },
    },
    async (request) => {
      const { id, secret } = await createWebhook({ db, reach }, request.body);
      return { ...(await shown(id)), secret };
    },
  );

  app.get("/admin/webhooks/:id", { schema: { ...one, summary: "Get a webhook" } }, (request) =>
    shown(request.params.id),
  );

  app.post(
    "/admin/webhooks/:id",
    { schema: { ...one, summary: "Update a webhook", body: webhookChangesBody } },
    async (request) => {
      await updateWebhook({ db, reach }, request.params.id, request.body);
      return shown(request.params.id);
    },
  );

  app.delete(
    "/admin/webhooks/:id",
    { schema: { ...one, summary: "Delete a webhook", response: deletedBody } },
    async (request) => {
      await deleteWebhook({ db }, request.params.id);
      return { id: request.params.id, object: "webhook", deleted: true };
    },
  );

  app.post(
    "/admin/webhooks/:id/rotate-secret",
    {
      ...withSecret,
      schema: { ...one, summary: "Give a webhook a new secret", response: webhookWithSecret },
    },
    async (request) => {
      const secret = await rotateSecret({ db }, request.params.id);
      return { ...(await shown(request.params.id)), secret };
    },
  );

  app.post(
    "/admin/webhooks/:id/replay",
    { schema: { ...one, summary: "Deliver events again", body: replayBody } },
    async (request) => {
      await replayWebhook({ db }, request.params.id, request.body.since);
      return shown(request.params.id);
    },
  );

  app.post(
    "/admin/webhooks/:id/test",
    { schema: { ...one, summary: "Send a ping to a webhook", response: testAnswer } },
    async (request) => {
      const { status, body, error, duration } = await testWebhook({ db, sender }, request.params.id);
      return {
        is_delivered: error === null,
        response_status: status,
        response_body: body,
        error,
        duration,
      };
    },
  );
};
