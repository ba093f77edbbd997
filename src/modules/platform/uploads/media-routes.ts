import { Type } from "typebox";
import { containing } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import type { QueryFilter } from "../../../http/query-filters.ts";
import { deletedBody, found, ok, optional, page, path, type Routes } from "../../../http/routes.ts";
import { isPicture, media, mediaNamed } from "./media-graph.ts";
import { deleteMedia } from "./use-cases/manage-media.ts";

const view = { entity: media, relations: [] };

const named: QueryFilter = {
  schema: Type.String({ description: "A part of the name.", maxLength: 200 }),
  toFilters: (words) => [{ kind: "custom", condition: mediaNamed, value: containing(words as string) }],
};

const pictures: QueryFilter = {
  schema: Type.Boolean({ description: "Only pictures." }),
  toFilters: (wanted) => [{ kind: "custom", condition: isPicture, value: wanted as boolean }],
};

const library = listQuery({
  view,
  limit: 50,
  order: ["-created_at", "id"],
  takes: [],
  filters: { q: named, pictures },
});

const tags = ["Uploads"];

async function findMedia(graph: Graph, id: string) {
  return found(await graph.find(view, id), "Media", id);
}

const deletionQuery = Type.Object(
  {
    force: optional(
      Type.Boolean({ description: "Deletes it although products or the invoices of the shop show it." }),
    ),
  },
  { additionalProperties: false },
);

/** The library of pictures and files. */
export const mediaRoutes: Routes = (app, { config, db, graph, providers }) => {
  app.get(
    "/admin/uploads",
    {
      schema: {
        tags,
        summary: "List pictures and files",
        querystring: library.querystring,
        response: page("media", shown("AdminMedia", view)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await library.read(graph, request.query, config);
      return { media: rows, ...paging };
    },
  );

  app.get(
    "/admin/uploads/:id",
    {
      schema: {
        tags,
        summary: "Get a picture or file",
        params: path("id"),
        querystring: Type.Object({}, { additionalProperties: false }),
        response: ok({ media: shown("AdminMedia", view) }),
      },
    },
    async (request) => ({ media: await findMedia(graph, request.params.id) }),
  );

  app.delete(
    "/admin/uploads/:id",
    {
      schema: {
        tags,
        summary: "Delete a picture or file",
        params: path("id"),
        querystring: deletionQuery,
        response: deletedBody,
      },
    },
    async ({ params: { id }, query }) => {
      const media = await findMedia(graph, id);
      await deleteMedia({ db, files: providers.activeFiles }, { media, isForced: query.force ?? false });
      return { id, object: "media", deleted: true };
    },
  );
};
