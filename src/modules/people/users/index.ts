export { inviteRoutes } from "./invite-routes.ts";
export { passwordRoutes } from "./password-routes.ts";
export { createUser, issueApiToken, listUsers, revokeApiToken } from "./user-changes.ts";
export { userRoutes } from "./user-routes.ts";
export { replaceUserHash } from "./user-store.ts";
