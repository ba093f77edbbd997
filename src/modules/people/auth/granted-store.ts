import { type AliasedRawBuilder, type RawBuilder, sql } from "kysely";
import { type Granted, grantedBy } from "../../../kernel/permissions.ts";

/** What a statement that finds a caller reads besides: a check of permissions costs no statement of its own. */
interface RoleOfUser {
  /** Null without a role. */
  permissions: readonly string[] | null;
  /** Whether any user of the shop has a role. */
  hasRoles: boolean;
}

export const roleOfUser = (
  userId: RawBuilder<unknown>,
): [AliasedRawBuilder<string[] | null, "permissions">, AliasedRawBuilder<boolean, "hasRoles">] => [
  sql<string[] | null>`(select role.permissions from tradewind.user_role assigned
    join tradewind.role on role.id = assigned.role_id where assigned.user_id = ${userId})`.as("permissions"),
  sql<boolean>`exists (select from tradewind.user_role)`.as("hasRoles"),
];

/** In a shop without roles everybody may do everything; in one with roles a user without a role may do nothing. */
export const grantedTo = ({ permissions, hasRoles }: RoleOfUser): Granted =>
  hasRoles ? grantedBy(permissions ?? []) : "all";
