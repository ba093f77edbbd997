import { type Granted, grantedBy } from "../../../kernel/permissions.ts";
import { notAllowed } from "../../../kernel/refusal.ts";

/** What the users who have it may do. Not `user.role`, which is a name that v1 stores without a meaning. */
export interface Role {
  id: string;
  name: string;
  description: string | null;
  permissions: string[];
  is_built_in: boolean;
}

export interface NewRole {
  name: string;
  description?: string | null;
  permissions: readonly string[];
}

export type RoleChanges = Partial<NewRole>;

/** The id of the role that has every permission. */
export const OWNER = "owner";

export const roleFrom = (id: string, { name, description, permissions }: NewRole): Role => ({
  id,
  name: name.trim(),
  description: description ?? null,
  permissions: [...new Set(permissions)],
  is_built_in: false,
});

export const withChanges = (role: Role, { name, description, permissions }: RoleChanges): Role => ({
  ...role,
  name: name?.trim() ?? role.name,
  description: description === undefined ? role.description : description,
  permissions: permissions ? [...new Set(permissions)] : role.permissions,
});

export const grantedByRole = (role: Role | null): Granted => (role ? grantedBy(role.permissions) : []);

export function refuseBuiltIn({ name, is_built_in }: Role): void {
  if (is_built_in)
    throw notAllowed(`The role ${name} is built in and cannot be changed: create one of your own`);
}

export const lastOwner = () =>
  notAllowed("The shop needs an owner: give another user the role owner before you take it from this one");
