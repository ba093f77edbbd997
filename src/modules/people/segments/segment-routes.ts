import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, found, page, path, type Routes } from "../../../http/routes.ts";
import { createSegment, deleteSegment, updateSegment } from "./segment-changes.ts";
import {
  newSegmentBody,
  previewAnswer,
  previewBody,
  segmentAnswer,
  segmentChangesBody,
  segments,
} from "./segment-schemas.ts";
import { previewSegment } from "./use-cases/preview-segment.ts";
import { refreshStale } from "./use-cases/refresh-segments.ts";

const tags = ["Segments"];
const one = { tags, querystring: noQuery, params: path("id"), response: segmentAnswer };

export const segmentRoutes: Routes = (app, { config, db, graph }) => {
  const readSegment = async (id: string) => ({
    segment: found(await graph.find(segments.view, id), "Segment", id),
  });
  const refreshed = async (id: string) => {
    await refreshStale({ db }, id);
    return readSegment(id);
  };

  app.get(
    "/admin/segments",
    {
      schema: {
        tags,
        summary: "List segments",
        querystring: segments.querystring,
        response: page("segments", "segment"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await segments.read(graph, request.query, config);
      return { segments: rows, ...paging };
    },
  );

  app.post(
    "/admin/segments",
    {
      schema: {
        tags,
        summary: "Create a segment",
        querystring: noQuery,
        body: newSegmentBody,
        response: segmentAnswer,
      },
    },
    async (request) => refreshed(await createSegment({ db }, request.body)),
  );

  app.post(
    "/admin/segments/preview",
    {
      config: { permission: "customers:read" },
      schema: {
        tags,
        summary: "Count the customers who match rules",
        querystring: noQuery,
        body: previewBody,
        response: previewAnswer,
      },
    },
    (request) => previewSegment({ db }, request.body.rules),
  );

  app.get("/admin/segments/:id", { schema: { ...one, summary: "Get a segment" } }, (request) =>
    readSegment(request.params.id),
  );

  app.post(
    "/admin/segments/:id",
    { schema: { ...one, summary: "Update a segment", body: segmentChangesBody } },
    async (request) => {
      await updateSegment({ db }, request.params.id, request.body);
      return refreshed(request.params.id);
    },
  );

  app.delete(
    "/admin/segments/:id",
    { schema: { ...one, summary: "Delete a segment", response: deletedBody } },
    async (request) => {
      await deleteSegment({ db }, request.params.id);
      return { id: request.params.id, object: "segment", deleted: true };
    },
  );
};
