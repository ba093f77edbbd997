import type { View } from "../../../graph/selection.ts";
import { userOf } from "../../../http/caller.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { unknownNote } from "./note.ts";
import { adminNotes, newNoteBody, noteAlone, noteChangesBody, noteWithAuthor } from "./note-schemas.ts";
import { createNote } from "./use-cases/create-note.ts";
import { deleteNote } from "./use-cases/delete-note.ts";
import { updateNote } from "./use-cases/update-note.ts";

const tags = ["Notes"];
const answer = ok({ note: view("note") });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

export const noteRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (noteView: View, id: string) => {
    const note = await graph.find(noteView, id);
    if (!note) throw unknownNote(id);
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
    { schema: { tags, summary: "Create a note", querystring: noQuery, body: newNoteBody, response: answer } },
    async (request) => shown(noteAlone, await createNote({ db }, request.body, await userOf(request))),
  );

  app.get("/admin/notes/:id", { schema: { ...one, summary: "Get a note" } }, (request) =>
    shown(noteWithAuthor, request.params.id),
  );

  app.post(
    "/admin/notes/:id",
    { schema: { ...one, summary: "Update a note", body: noteChangesBody } },
    async (request) => {
      await updateNote({ db }, request.params.id, request.body);
      return shown(noteAlone, request.params.id);
    },
  );

  app.delete(
    "/admin/notes/:id",
    { schema: { ...one, summary: "Delete a note", response: deletedBody } },
    async (request) => {
      await deleteNote({ db }, request.params.id);
      return { id: request.params.id, object: "note", deleted: true };
    },
  );
};
