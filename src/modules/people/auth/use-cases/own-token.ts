import type { Caller } from "../../../../http/caller.ts";

/** The own record of a user who sends the token with the request shows it, as in v1: it is stored as a hash only. */
export const withSentToken = <User extends { api_token?: string | null }>(
  user: User,
  { apiToken }: Caller,
): User => (apiToken !== undefined && user.api_token ? { ...user, api_token: apiToken } : user);
