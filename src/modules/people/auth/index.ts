export { HASH_PREFIX, hashedToken, hasTokenHash } from "./api-token-store.ts";
export { findAccount } from "./auth-store.ts";
export { type FirstPassword, findFirstPassword, saveFirstPassword } from "./first-password-store.ts";
export { endAllSessions } from "./session-store.ts";
export { hashPassword, hashWithArgon2, isPassword } from "./use-cases/hash-password.ts";
export { callerIdentifier } from "./use-cases/identify-caller.ts";
export { beginSession, openSession, type SessionTimes } from "./use-cases/log-in.ts";
export { withSentToken } from "./use-cases/own-token.ts";
export {
  claimedByResetToken,
  issueResetToken,
  issueToken,
  readResetToken,
  refuseMalformedToken,
} from "./use-cases/tokens.ts";
