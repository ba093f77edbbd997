export { assignRoleByEmail } from "./use-cases/assign-role.ts";
export { callerLookup } from "./use-cases/caller-lookup.ts";
export { createFirstUser, findUnusedPassword } from "./use-cases/first-user.ts";
export { hasPasswordMails } from "./use-cases/password-mails.ts";
export { createUser, issueApiToken, listUsers, revokeApiToken, setPassword } from "./user-changes.ts";
export { replaceUserHash } from "./user-store.ts";
export { user } from "./users-graph.ts";
