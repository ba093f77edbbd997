import { Type } from "typebox";
import { accountOf, authorOf, userOf } from "../../../http/caller.ts";
import { listQuery, noQuery } from "../../../http/list-query.ts";
import { equalTo } from "../../../http/query-filters.ts";
import {
  body,
  deletedBody,
  found,
  ok,
  optional,
  page,
  path,
  type Routes,
  view,
} from "../../../http/routes.ts";
import { createView, deleteView, updateView } from "./saved-view-changes.ts";
import { isVisibleTo, savedViewView } from "./saved-views-graph.ts";

const name = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" });
const list = Type.String({ minLength: 1, maxLength: 100, pattern: "^[a-z0-9/-]+$" });
const value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]);
const search = Type.Record(Type.String(), value, { maxProperties: 50 });

const newViewBody = body({ list, name, search, is_shared: optional(Type.Boolean()) });
const viewChangesBody = body({
  name: optional(name),
  search: optional(search),
  is_shared: optional(Type.Boolean()),
});

const savedViews = listQuery({
  view: savedViewView,
  limit: 100,
  order: "name",
  takes: [],
  filters: { list: equalTo() },
});

const tags = ["Saved views"];
const answer = ok({ saved_view: view("saved_view") });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

export const savedViewRoutes: Routes = (app, { config, db, graph }) => {
  const readView = async (id: string) => ({
    saved_view: found(await graph.find(savedViewView, id), "Saved view", id),
  });

  app.get(
    "/admin/saved-views",
    {
      schema: {
        tags,
        summary: "List saved views",
        querystring: savedViews.querystring,
        response: page("saved_views", "saved_view"),
      },
    },
    async (request) => {
      const mine = { kind: "custom", condition: isVisibleTo, value: await userOf(request) } as const;
      const { rows, ...paging } = await savedViews.read(graph, request.query, { ...config, also: [mine] });
      return { saved_views: rows, ...paging };
    },
  );

  app.post(
    "/admin/saved-views",
    {
      schema: {
        tags,
        summary: "Create a saved view",
        querystring: noQuery,
        body: newViewBody,
        response: answer,
      },
    },
    async (request) => readView(await createView({ db, author: await accountOf(request) }, request.body)),
  );

  app.post(
    "/admin/saved-views/:id",
    { schema: { ...one, summary: "Update a saved view", body: viewChangesBody } },
    async (request) => {
      await updateView({ db, author: await authorOf(request) }, request.params.id, request.body);
      return readView(request.params.id);
    },
  );

  app.delete(
    "/admin/saved-views/:id",
    { schema: { ...one, summary: "Delete a saved view", response: deletedBody } },
    async (request) => {
      await deleteView({ db, author: await authorOf(request) }, request.params.id);
      return { id: request.params.id, object: "saved_view", deleted: true };
    },
  );
};
