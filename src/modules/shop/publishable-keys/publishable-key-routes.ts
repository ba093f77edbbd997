import { Type } from "typebox";
import { userOf } from "../../../http/caller.ts";
import { listQuery, noQuery } from "../../../http/list-query.ts";
import { dates } from "../../../http/query-filters.ts";
import {
  body,
  deletedBody,
  found,
  ok,
  optional,
  page,
  path,
  type Routes,
  text,
  view,
} from "../../../http/routes.ts";
import {
  addChannelsToKey,
  createKey,
  deleteKey,
  removeChannelsFromKey,
  revokeKey,
  updateKey,
} from "./publishable-key-changes.ts";
import { adminKey, listChannelsOfKey } from "./publishable-keys-graph.ts";

const title = Type.String({ minLength: 1, maxLength: 255 });

const newKeyBody = body({ title });

const keyChangesBody = body({ title: optional(title) });

const keyChannelsBody = body({
  sales_channel_ids: Type.Array(body({ id: text }), { maxItems: 1_000 }),
});

const adminKeys = listQuery({
  view: adminKey,
  limit: 20,
  search: ["title"],
  filters: { created_at: dates(), updated_at: dates(), revoked_at: dates() },
});

const channelsOfKeyQuery = body({
  q: optional(Type.String({ description: "Searches name, description." })),
});

const channelsOfKeySchema = ok({ sales_channels: Type.Array(view("sales_channel")) });

const tags = ["Publishable API Keys"];
const keyResponseSchema = ok({ publishable_api_key: view("publishable_api_key") });
const keyById = { tags, querystring: noQuery, params: path("id"), response: keyResponseSchema };

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
      return { sales_channels: await listChannelsOfKey(graph, request.params.id, request.query.q) };
    },
  );

  const keyChannelsById = { ...keyById, body: keyChannelsBody };

  app.post(
    "/admin/publishable-api-keys/:id/sales-channels/batch",
    { schema: { ...keyChannelsById, summary: "Add sales channels to a publishable API key" } },
    async (request) => {
      const { id } = request.params;
      await addChannelsToKey({ db }, id, request.body.sales_channel_ids);
      return keyResponse(id);
    },
  );

  app.delete(
    "/admin/publishable-api-keys/:id/sales-channels/batch",
    { schema: { ...keyChannelsById, summary: "Remove sales channels from a publishable API key" } },
    async (request) => {
      const { id } = request.params;
      await removeChannelsFromKey({ db }, id, request.body.sales_channel_ids);
      return keyResponse(id);
    },
  );
};
