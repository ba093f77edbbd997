import type { View } from "../../../graph/selection.ts";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { noteNotFound } from "./note.ts";
import { createNote, deleteNote, updateNote } from "./note-changes.ts";
import {
  adminNotes,
  newNoteBody,
  noteChangesBody,
  noteWithAuthor,
  noteWithoutAuthor,
} from "./note-schemas.ts";

const tags = ["Notes"];
const noteResponseSchema = ok({ note: view("note") });
const noteById = { tags, querystring: noQuery, params: path("id"), response: noteResponseSchema };

export const noteRoutes: Routes = (app, { config, db, graph }) => {
  const noteResponse = async (noteView: View, id: string) => {
    const note = await graph.find(noteView, id);
    if (!note) throw noteNotFound(id);
    return { note };
  };

  app.get(
    "/admin/notes",
    {
      schema: {
        tags,
        summary: "List notes",
        querystring: adminNotes.querystring,
        response: page("notes", "note"),
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
    async (request) =>
      noteResponse(noteWithoutAuthor, await createNote({ db }, request.body, await userOf(request))),
  );

  app.get("/admin/notes/:id", { schema: { ...noteById, summary: "Get a note" } }, (request) =>
    noteResponse(noteWithAuthor, request.params.id),
  );

  app.post(
    "/admin/notes/:id",
    { schema: { ...noteById, summary: "Update a note", body: noteChangesBody } },
    async (request) => {
      await updateNote({ db }, request.params.id, request.body);
      return noteResponse(noteWithoutAuthor, request.params.id);
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
