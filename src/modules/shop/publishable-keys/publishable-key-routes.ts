import type { Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import {
  addChannelsToKey,
  createKey,
  deleteKey,
  removeChannelsFromKey,
  revokeKey,
  updateKey,
} from "./publishable-key-changes.ts";
import {
  adminKey,
  adminKeys,
  channelOfKey,
  channelsOfKeyQuery,
  channelsOfKeySchema,
  keyChangesBody,
  keyChannelsBody,
  newKeyBody,
} from "./publishable-key-schemas.ts";
import { belongsToKey } from "./publishable-keys-graph.ts";

const tags = ["Publishable API Keys"];
const keyResponseSchema = ok({ publishable_api_key: view("publishable_api_key") });
const keyById = { tags, querystring: noQuery, params: path("id"), response: keyResponseSchema };

// As in v1 the list has no pages: a key has few channels.
const NO_LIMIT = 2_147_483_647;

async function listChannelsOfKey(graph: Graph, keyId: string, q: string | undefined) {
  const filters: Filter[] = [{ kind: "custom", condition: belongsToKey, value: keyId }];
  if (q) filters.push({ kind: "search", columns: ["name", "description"], text: q });
  const { rows } = await graph.list(channelOfKey, {
    filters,
    order: "created_at",
    limit: NO_LIMIT,
    offset: 0,
  });
  return rows;
}

export const publishableKeyRoutes: Routes = (app, { config, db, graph }) => {
  const keyResponse = async (id: string) => ({
    publishable_api_key: found(await graph.find(adminKey, id), "Publishable key", id),
  });

  app.get(
    "/admin/publishable-api-keys",
    {
      schema: {
        tags,
        summary: "List publishable API keys",
        querystring: adminKeys.querystring,
        response: page("publishable_api_keys", "publishable_api_key"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminKeys.read(graph, request.query, config);
      return { publishable_api_keys: rows, ...paging };
    },
  );

  app.post(
    "/admin/publishable-api-keys",
    {
      schema: {
        tags,
        summary: "Create a publishable API key",
        querystring: noQuery,
        body: newKeyBody,
        response: keyResponseSchema,
      },
    },
    async (request) =>
      keyResponse(await createKey({ db }, { title: request.body.title, userId: await userOf(request) })),
  );

  app.get(
    "/admin/publishable-api-keys/:id",
    { schema: { ...keyById, summary: "Get a publishable API key" } },
    (request) => keyResponse(request.params.id),
  );

  app.post(
    "/admin/publishable-api-keys/:id",
    { schema: { ...keyById, summary: "Update a publishable API key", body: keyChangesBody } },
    async (request) => {
      await updateKey({ db }, request.params.id, request.body);
      return keyResponse(request.params.id);
    },
  );

  app.delete(
    "/admin/publishable-api-keys/:id",
    { schema: { ...keyById, summary: "Delete a publishable API key", response: deletedBody } },
    async (request) => {
      await deleteKey({ db }, request.params.id);
      return { id: request.params.id, object: "publishable_api_key", deleted: true };
    },
  );

  app.post(
    "/admin/publishable-api-keys/:id/revoke",
    { schema: { ...keyById, summary: "Revoke a publishable API key" } },
    async (request) => {
      const { id } = request.params;
      await revokeKey({ db }, { id, userId: await userOf(request) });
      return keyResponse(id);
    },
  );

  app.get(
    "/admin/publishable-api-keys/:id/sales-channels",
    {
      schema: {
        ...keyById,
        summary: "List the sales channels of a publishable API key",
        querystring: channelsOfKeyQuery,
        response: channelsOfKeySchema,
      },
    },
    async (request) => {
      const { id } = request.params;
      const channels = await listChannelsOfKey(graph, id, request.query.q);
      // An unknown key is a 404, a key without channels is not.
      if (channels.length === 0) await keyResponse(id);
      return { sales_channels: channels };
    },
  );

  const keyChannelsById = { ...keyById, body: keyChannelsBody };
  const channelChange = (keyId: string, channels: { id: string }[]) => ({
    keyId,
    channelIds: channels.map((channel) => channel.id),
  });

  app.post(
    "/admin/publishable-api-keys/:id/sales-channels/batch",
    { schema: { ...keyChannelsById, summary: "Add sales channels to a publishable API key" } },
    async (request) => {
      const { id } = request.params;
      await addChannelsToKey({ db }, channelChange(id, request.body.sales_channel_ids));
      return keyResponse(id);
    },
  );

  app.delete(
    "/admin/publishable-api-keys/:id/sales-channels/batch",
    { schema: { ...keyChannelsById, summary: "Remove sales channels from a publishable API key" } },
    async (request) => {
      const { id } = request.params;
      await removeChannelsFromKey({ db }, channelChange(id, request.body.sales_channel_ids));
      return keyResponse(id);
    },
  );
};
