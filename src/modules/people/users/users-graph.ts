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
import type { Filter } from "../../../graph/filter.ts";
import type { Graph } from "../../../graph/graph.ts";
import type { SelectedRow } from "../../../graph/row.ts";
import { HASH_PREFIX } from "../auth/index.ts";

const role = oneOf("admin", "member", "developer").nullable;

/** The token is a credential: only its owner sees whether there is one. */
const hiddenToken: Column<string | null> = {
  ...text.nullable,
  description:
    "Credential for `Authorization: Bearer`. Shown when it is set; afterwards `[redacted]` on the user's own record. One that v1 stored is shown there until it is replaced.",
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

/** A hash is of no use to its owner; a token that v1 stored is shown as v1 shows it. */
const ownToken: Column<string | null> = {
  ...hiddenToken,
  sql: (row) =>
    `case when starts_with(${row}.api_token, '${HASH_PREFIX}') then '[redacted]' else ${row}.api_token end`,
};

/** A user as the user sees itself. */
export const ownUser = entity({
  name: "own_user",
  table: "user",
  description: "The current user.",
  columns: { ...columns, api_token: ownToken },
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

export const isOpenInvite: Filter = { kind: "equals", column: "accepted", value: false };

export const userView = { entity: user };
export const ownUserView = { entity: ownUser };

interface UserRead {
  id: string;
  /** The id of the user who sends the request. */
  caller: string;
}

/** Users other than the caller are shown without their tokens. */
export const findUser = (graph: Graph, { id, caller }: UserRead) =>
  graph.find(id === caller ? ownUserView : userView, id);

/** The rows of a list; that of the caller with its token, if the list has tokens. */
export async function withOwnToken(graph: Graph, caller: string, rows: readonly SelectedRow<typeof user>[]) {
  const hasOwnToken = rows.some(({ id, api_token }) => id === caller && api_token !== undefined);
  if (!hasOwnToken) return rows;
  const own = await graph.find(ownUserView, caller);
  return rows.map((row) => (row.id === caller ? { ...row, api_token: own?.api_token ?? null } : row));
}

export const usersEntities = [user, ownUser, invite];
