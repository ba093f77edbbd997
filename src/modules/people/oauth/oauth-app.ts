/** A row of the table. */
export interface OauthRow {
  application_name: string;
  display_name: string;
  install_url: string | null;
  uninstall_url: string | null;
  /** Comes back with the code, and proves that the authorization was started here. Works once. */
  state: string;
}

/** The token of a provider. */
export interface Token extends Record<string, unknown> {
  access_token: string;
  expires_at?: string;
}

/** The public part of a token. */
export type TokenFacts = { token_type?: string; scope?: string; expires_at?: string };

/** A token is renewed a little before it expires, so that it is still valid when it is used. */
const EARLY = 60_000;

/** The token to store; null if the response of the provider has none. */
export function tokenFrom(given: unknown, now: Date): Token | null {
  if (typeof given !== "object" || given === null) return null;
  const { access_token: accessToken, expires_in: lifetime, ...rest } = given as Record<string, unknown>;
  if (typeof accessToken !== "string" || accessToken === "") return null;
  const seconds = Number(lifetime);
  const isLimited = lifetime !== undefined && lifetime !== null && Number.isFinite(seconds) && seconds > 0;
  const end = new Date(now.getTime() + seconds * 1000);
  const expiry = isLimited && !Number.isNaN(end.getTime()) ? { expires_at: end.toISOString() } : {};
  return { ...rest, ...expiry, access_token: accessToken };
}

export function factsOf(token: Token): TokenFacts {
  const facts = { token_type: token.token_type, scope: token.scope, expires_at: token.expires_at };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => typeof value === "string"));
}

export const isExpired = (token: Token, now: Date): boolean =>
  token.expires_at !== undefined && Date.parse(token.expires_at) - EARLY <= now.getTime();
