import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { permissionsQuery } from "../../../data/session/permissions.ts";
import { ALL } from "../../../data/shop/settings-queries.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";

export type Role = Schemas["Role"];
export type User = Schemas["User"];
export type Invite = Schemas["Invite"];

export const usersQuery = (api: Api) =>
  queryOptions({
    queryKey: ["team", "users"],
    async queryFn() {
      const query = { limit: ALL, order: "created_at", fields: "id,email,first_name,last_name" };
      return (await api.GET("/admin/users", { params: { query } })).data!.users;
    },
  });

export const invitesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["team", "invites"],
    queryFn: async () => (await api.GET("/admin/invites")).data!.invites,
  });

export const rolesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["team", "roles"],
    async queryFn() {
      const { data } = await api.GET("/admin/roles", { params: { query: { limit: ALL } } });
      return data!.roles.sort(byKind);
    },
  });

const BUILT_IN = ["owner", "manager", "fulfilment", "support", "read-only"];

/** The built-in roles from the most to the least powerful, then those of the shop by name. */
const byKind = (one: Role, other: Role): number =>
  one.is_built_in && other.is_built_in
    ? BUILT_IN.indexOf(one.id) - BUILT_IN.indexOf(other.id)
    : Number(other.is_built_in) - Number(one.is_built_in) || one.name.localeCompare(other.name);

/** Which user and which invite has which role. */
export const assignmentsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["team", "assignments"],
    queryFn: async () => (await api.GET("/admin/roles/assignments")).data!.assignments,
  });

export const allPermissionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["permissions"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await api.GET("/admin/permissions")).data!.permissions,
  });

/** The roles that the user can give: users cannot give more than they have. */
export function useGivenRoles(): { roles: Role[]; canGive(role: Role): boolean } {
  const api = useApi();
  const { data: roles = [] } = useQuery(rolesQuery(api));
  const { data: own } = useQuery(permissionsQuery(api));
  const { data: all = [] } = useQuery(allPermissionsQuery(api));
  const hasAll = all.length > 0 && all.every((permission) => own?.has(permission));
  return {
    roles,
    canGive: ({ permissions }) =>
      hasAll || permissions.every((permission) => permission !== "*" && own?.has(permission)),
  };
}

export const personName = ({ first_name, last_name, email }: User): string =>
  [first_name, last_name].filter(Boolean).join(" ") || email;

export const appsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["apps"],
    queryFn: async () => (await api.GET("/admin/apps")).data!.apps,
  });
