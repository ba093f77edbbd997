export { findRoleOfInvite, findRoleOfUser, lockTeam, saveRoleOfInvite } from "./assignment-store.ts";
export { grantedByRole } from "./role.ts";
export { permissionRoutes, roleRoutes } from "./role-routes.ts";
export { findRoleId, getRole } from "./role-store.ts";
export {
  type Author,
  endRoleOf,
  findGranted,
  giveRole,
  lockTeamAs,
  requireAuthority,
} from "./use-cases/team-authority.ts";
