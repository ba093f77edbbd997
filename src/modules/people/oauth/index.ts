export { tokenReader } from "./use-cases/provider-tokens.ts";
export { registerApps } from "./use-cases/register-apps.ts";
