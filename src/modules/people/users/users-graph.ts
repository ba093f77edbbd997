import {
  boolean,
  type Column,
  entity,
  json,
  oneOf,
  softDeletedColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";
import type { ShownRow } from "../../../graph/row.ts";

const role = oneOf("admin", "member", "developer").nullable;

/** The token is a credential: only its owner sees it. */
const hiddenToken: Column<string | null> = {
  ...text.nullable,
  description: "Credential for `Authorization: Bearer`; shown only on a user's own record.",
  sql: () => "null::text",
};

const columns = {
  ...softDeletedColumns,
  role,
  email: text.required,
  first_name: text.nullable,
  last_name: text.nullable,
  api_token: hiddenToken,
  metadata: json.nullable,
};

export const user = entity({ name: "user", description: "A person who runs the shop.", columns });

/** A user as the user sees itself. */
export const ownUser = entity({
  name: "own_user",
  table: "user",
  description: "The current user.",
  columns: { ...columns, api_token: { ...text.nullable, description: hiddenToken.description } },
});

export const invite = entity({
  name: "invite",
  description: "An invitation to become a user.",
  columns: {
    ...softDeletedColumns,
    user_email: text.required,
    role,
    accepted: boolean.required,
    token: text.required,
    expires_at: timestamp.required,
    metadata: json.nullable,
  },
});

export type UserRow = ShownRow<typeof user>;

export const usersEntities = [user, ownUser, invite];
