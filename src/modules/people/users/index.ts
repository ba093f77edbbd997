export { inviteRoutes } from "./invite-routes.ts";
export { passwordRoutes } from "./password-routes.ts";
export { issueApiToken, revokeApiToken } from "./use-cases/change-api-token.ts";
export { createUser } from "./use-cases/create-user.ts";
export { listUsers } from "./use-cases/list-users.ts";
export { userRoutes } from "./user-routes.ts";
export { replaceUserHash } from "./user-store.ts";
