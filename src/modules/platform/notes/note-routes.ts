import { Type } from "typebox";
import { userOf } from "../../../http/caller.ts";
import { listQuery, noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { equalTo } from "../../../http/query-filters.ts";
import { body, deletedBody, ok, optional, page, path, type Routes, view } from "../../../http/routes.ts";
import { createNote, deleteNote, updateNote } from "./note-changes.ts";
import { findNote, noteView, noteViewAfterWrite } from "./notes-graph.ts";

const value = Type.String({ minLength: 1, maxLength: 50_000 });
const reference = Type.String({ minLength: 1, maxLength: 255 });

const mentions = optional(
  Type.Array(reference, {
    maxItems: 20,
    description: "The ids of users who are mentioned in the text. They are notified once.",
  }),
);

const newNoteBody = body({ resource_id: reference, resource_type: reference, value, mentions });

const noteChangesBody = body({ value, mentions });

const adminNotes = listQuery({
  view: noteView,
  limit: 50,
  order: "created_at",
  takes: [],
  filters: { resource_id: equalTo() },
});

const tags = ["Notes"];
const noteResponseSchema = ok({ note: view("note") });
const noteById = { tags, querystring: noQuery, params: path("id"), response: noteResponseSchema };

export const noteRoutes: Routes = (app, { config, db, graph }) => {
  const noteAfterWrite = async (id: string) => ({ note: await findNote(graph, noteViewAfterWrite, id) });

  app.get(
    "/admin/notes",
    {
      schema: {
        tags,
        summary: "List notes",
        querystring: adminNotes.querystring,
        response: page("notes", shown("AdminNote", noteView)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminNotes.read(graph, request.query, config);
      return { notes: rows, ...paging };
    },
  );

  app.post(
    "/admin/notes",
    {
      schema: {
        tags,
        summary: "Create a note",
        querystring: noQuery,
        body: newNoteBody,
        response: noteResponseSchema,
      },
    },
    async (request) => noteAfterWrite(await createNote({ db }, request.body, await userOf(request))),
  );

  app.get(
    "/admin/notes/:id",
    { schema: { ...noteById, summary: "Get a note", response: ok({ note: shown("AdminNote", noteView) }) } },
    async (request) => ({
      note: await findNote(graph, noteView, request.params.id),
    }),
  );

  app.post(
    "/admin/notes/:id",
    { schema: { ...noteById, summary: "Update a note", body: noteChangesBody } },
    async (request) => {
      const userId = await userOf(request);
      await updateNote({ db }, request.params.id, { ...request.body, userId });
      return noteAfterWrite(request.params.id);
    },
  );

  app.delete(
    "/admin/notes/:id",
    { schema: { ...noteById, summary: "Delete a note", response: deletedBody } },
    async (request) => {
      await deleteNote({ db }, request.params.id);
      return { id: request.params.id, object: "note", deleted: true };
    },
  );
};
