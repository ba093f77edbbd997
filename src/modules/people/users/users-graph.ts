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
import type { Caller } from "../../../http/caller.ts";
import { HASH_PREFIX, withSentToken } from "../auth/index.ts";

const role = oneOf("admin", "member", "developer").nullable;

/** The token is a credential: only its owner sees whether there is one. */
const hiddenToken: Column<string | null> = {
  ...text.nullable,
  description:
    "Credential for `Authorization: Bearer`. On the user's own record it is shown when it is set, and to requests that are sent with it; otherwise `[redacted]`. One that v1 stored is shown there until it is replaced.",
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

/** Users other than the caller are shown without their tokens. */
export async function findUser(graph: Graph, id: string, caller: Caller) {
  if (id !== caller.userId) return graph.find(userView, id);
  const own = await graph.find(ownUserView, id);
  return own && withSentToken(own, caller);
}

/** The rows of a list; that of the caller with its token, if the list has tokens. */
export async function withOwnToken(graph: Graph, caller: Caller, rows: readonly SelectedRow<typeof user>[]) {
  const listed = rows.find(({ id, api_token }) => id === caller.userId && api_token !== undefined);
  if (!listed) return rows;
  const own = await findUser(graph, listed.id, caller);
  return rows.map((row) => (row === listed ? { ...row, api_token: own?.api_token ?? null } : row));
}

export const usersEntities = [user, ownUser, invite];
