import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, equalTo, type QueryFilter, textFilter } from "../../../http/query-filters.ts";
import {
  body,
  email,
  metadata,
  nonEmptyText,
  nullableText,
  ok,
  optional,
  view,
} from "../../../http/routes.ts";
import { roles } from "./user.ts";
import { userView } from "./users-graph.ts";

const role = Type.Unsafe<(typeof roles)[number]>({ type: "string", enum: [...roles] });

const apiToken = Type.Unsafe<string | null>({
  type: ["string", "null"],
  minLength: 1,
  maxLength: 255,
  description: "Credential for `Authorization: Bearer`; null revokes it.",
});

export const newUserBody = body({
  email,
  password: nonEmptyText,
  first_name: optional(nullableText),
  last_name: optional(nullableText),
  role: optional(role),
});

export const userChangesBody = body({
  first_name: optional(nullableText),
  last_name: optional(nullableText),
  role: optional(role),
  api_token: optional(apiToken),
  metadata: optional(metadata),
});

export const resetRequestBody = body({ email });

export const newPasswordBody = body({ email: optional(email), token: nonEmptyText, password: nonEmptyText });

export const userAnswer = ok({ user: view("user") });

/** Emails are stored in lower case; the comparison is not case-sensitive. */
const emailFilter: QueryFilter = {
  schema: Type.String(),
  toFilters: (value, name) => [{ kind: "equals", column: name, value: String(value).toLowerCase() }],
};

/** Names only, for users who may not see the team. */
export const colleagues = listQuery({
  view: { ...userView, fields: ["id", "email", "first_name", "last_name"] },
  limit: 20,
  order: ["first_name", "email"],
  takes: [],
  search: ["email", "first_name", "last_name"],
});

export const users = listQuery({
  view: userView,
  limit: 50,
  search: ["email", "first_name", "last_name"],
  filters: {
    id: textFilter({ comparisons: false }),
    email: emailFilter,
    first_name: equalTo(),
    last_name: equalTo(),
    role: anyOf({ values: roles, either: true }),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
  },
});
