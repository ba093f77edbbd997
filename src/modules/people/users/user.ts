import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";

export const roles = ["admin", "member", "developer"] as const;

export type Role = (typeof roles)[number];

/** A person who runs the shop. */
export interface User {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: Role | null;
  /** As it is stored. */
  api_token: string | null;
  metadata: Metadata | null;
}

export interface NewUser {
  email: string;
  first_name?: string | null;
  last_name?: string | null;
  role?: Role;
}

/** The email cannot be changed: it identifies the login. */
export interface UserChanges {
  first_name?: string | null;
  last_name?: string | null;
  role?: Role;
  /** Null revokes the token. */
  api_token?: string | null;
  metadata?: Metadata;
}

export const userFrom = (id: string, input: NewUser): User => ({
  id,
  // Stored in lower case, so that logins are not case-sensitive.
  email: input.email.toLowerCase(),
  first_name: input.first_name ?? null,
  last_name: input.last_name ?? null,
  role: input.role ?? "member",
  api_token: null,
  metadata: null,
});

export const withChanges = (user: User, changes: UserChanges): User => ({
  ...user,
  first_name: changes.first_name === undefined ? user.first_name : changes.first_name,
  last_name: changes.last_name === undefined ? user.last_name : changes.last_name,
  role: changes.role ?? user.role,
  api_token: changes.api_token === undefined ? user.api_token : changes.api_token,
  metadata: changes.metadata ? mergedMetadata(user.metadata, changes.metadata) : user.metadata,
});
