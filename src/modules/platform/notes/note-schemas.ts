import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { equalTo } from "../../../http/query-filters.ts";
import { body } from "../../../http/routes.ts";
import { note } from "./notes-graph.ts";

const value = Type.String({ minLength: 1, maxLength: 50_000 });
const reference = Type.String({ minLength: 1, maxLength: 255 });

export const newNoteBody = body({ resource_id: reference, resource_type: reference, value });

export const noteChangesBody = body({ value });

/** The view of responses to writes. */
export const noteWithoutAuthor = { entity: note };

export const noteWithAuthor = { entity: note, relations: ["author"] };

export const adminNotes = listQuery({
  view: noteWithAuthor,
  limit: 50,
  order: "created_at",
  takes: [],
  filters: { resource_id: equalTo() },
});
