export { authRoutes } from "./auth-routes.ts";
export { findAccount } from "./auth-store.ts";
export { deleteExpiredSessions, endAllSessions } from "./session-store.ts";
export { hashPassword } from "./use-cases/hash-password.ts";
export { callerIdentifier } from "./use-cases/identify-caller.ts";
export { issueToken } from "./use-cases/issue-token.ts";
export { beginSession, openSession, type SessionTimes } from "./use-cases/log-in.ts";
export {
  claimedByResetToken,
  issueResetToken,
  readResetToken,
  refuseMalformedToken,
} from "./use-cases/reset-token.ts";
