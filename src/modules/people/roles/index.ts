export { findRoleOfInvite, findRoleOfUser, lockTeam, saveRoleOfInvite } from "./assignment-store.ts";
export { grantedByRole } from "./role.ts";
export { findRoleId, getRole } from "./role-store.ts";
export {
  type Author,
  type Authority,
  endRoleOf,
  findGranted,
  giveRole,
  lockTeamAs,
  requireAuthority,
} from "./use-cases/team-authority.ts";
