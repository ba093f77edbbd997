export { oauthRoutes } from "./oauth-routes.ts";
export { tokenReader } from "./use-cases/read-token.ts";
export { registerApps } from "./use-cases/register-apps.ts";
