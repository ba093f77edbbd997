export { inviteRoutes } from "./invite-routes.ts";
export { assignRoleByEmail } from "./use-cases/assign-role.ts";
export { createFirstUser, findUnusedPassword } from "./use-cases/first-user.ts";
export { inviteToken } from "./use-cases/invite-token.ts";
export { userResetToken } from "./use-cases/reset-password.ts";
export { createUser, issueApiToken, listUsers, revokeApiToken, setPassword } from "./user-changes.ts";
export { userRoleRoutes } from "./user-role-routes.ts";
export { passwordRoutes, userRoutes } from "./user-routes.ts";
export { replaceUserHash } from "./user-store.ts";
