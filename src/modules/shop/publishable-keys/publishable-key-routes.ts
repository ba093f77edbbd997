import type { Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import {
  adminKey,
  adminKeys,
  channelOfKey,
  channelsOfKeyAnswer,
  channelsOfKeyQuery,
  keyChangesBody,
  keyChannelsBody,
  newKeyBody,
} from "./publishable-key-schemas.ts";
import { ofKey } from "./publishable-keys-graph.ts";
import { addChannelsToKey, removeChannelsFromKey } from "./use-cases/change-key-channels.ts";
import { createKey } from "./use-cases/create-key.ts";
import { deleteKey } from "./use-cases/delete-key.ts";
import { revokeKey } from "./use-cases/revoke-key.ts";
import { updateKey } from "./use-cases/update-key.ts";

const tags = ["Publishable API Keys"];
const answer = ok({ publishable_api_key: view("publishable_api_key") });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

// As in v1 the list has no pages; a key has a handful of channels.
const ALL = 2_147_483_647;

async function channelsOf(graph: Graph, keyId: string, q: string | undefined) {
  const filters: Filter[] = [{ kind: "custom", condition: ofKey, value: keyId }];
  if (q) filters.push({ kind: "search", columns: ["name", "description"], text: q });
  const { rows } = await graph.list(channelOfKey, { filters, order: "created_at", limit: ALL, offset: 0 });
  return rows;
}

export const publishableKeyRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (id: string) => ({
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
        response: answer,
      },
    },
    async (request) =>
      shown(await createKey({ db }, { title: request.body.title, userId: await userOf(request) })),
  );

  app.get(
    "/admin/publishable-api-keys/:id",
    { schema: { ...one, summary: "Get a publishable API key" } },
    (request) => shown(request.params.id),
  );

  app.post(
    "/admin/publishable-api-keys/:id",
    { schema: { ...one, summary: "Update a publishable API key", body: keyChangesBody } },
    async (request) => {
      await updateKey({ db }, request.params.id, request.body);
      return shown(request.params.id);
    },
  );

  app.delete(
    "/admin/publishable-api-keys/:id",
    { schema: { ...one, summary: "Delete a publishable API key", response: deletedBody } },
    async (request) => {
      await deleteKey({ db }, request.params.id);
      return { id: request.params.id, object: "publishable_api_key", deleted: true };
    },
  );

  app.post(
    "/admin/publishable-api-keys/:id/revoke",
    { schema: { ...one, summary: "Revoke a publishable API key" } },
    async (request) => {
      const { id } = request.params;
      await revokeKey({ db }, { id, userId: await userOf(request) });
      return shown(id);
    },
  );

  app.get(
    "/admin/publishable-api-keys/:id/sales-channels",
    {
      schema: {
        ...one,
        summary: "List the sales channels of a publishable API key",
        querystring: channelsOfKeyQuery,
        response: channelsOfKeyAnswer,
      },
    },
    async (request) => {
      const { id } = request.params;
      const channels = await channelsOf(graph, id, request.query.q);
      // None may also mean that there is no such key.
      if (channels.length === 0) await shown(id);
      return { sales_channels: channels };
    },
  );

  const batch = { ...one, body: keyChannelsBody };
  const channelChange = (keyId: string, channels: { id: string }[]) => ({
    keyId,
    channelIds: channels.map((channel) => channel.id),
  });

  app.post(
    "/admin/publishable-api-keys/:id/sales-channels/batch",
    { schema: { ...batch, summary: "Add sales channels to a publishable API key" } },
    async (request) => {
      const { id } = request.params;
      await addChannelsToKey({ db }, channelChange(id, request.body.sales_channel_ids));
      return shown(id);
    },
  );

  app.delete(
    "/admin/publishable-api-keys/:id/sales-channels/batch",
    { schema: { ...batch, summary: "Remove sales channels from a publishable API key" } },
    async (request) => {
      const { id } = request.params;
      await removeChannelsFromKey({ db }, channelChange(id, request.body.sales_channel_ids));
      return shown(id);
    },
  );
};
