/** The answer of an OAuth token endpoint (RFC 6749, section 5.1). All of it is secret but the last three. */
export interface OauthToken {
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  /** Lifetime in seconds. */
  expires_in?: number;
  /** As a date-time; made from `expires_in` when the token is stored. */
  expires_at?: string;
  token_type?: string;
  scope?: string;
  [more: string]: unknown;
}

/** An application that an administrator connects the shop with. */
export interface OauthApp {
  /** Identifies it in the API and in the names of its events. */
  readonly applicationName: string;
  readonly displayName: string;
  /** Where the administrator goes to agree. `state` must come back with the code. */
  installUrl?(state: string): string;
  readonly uninstallUrl?: string;
  /**
   * The administrator agreed: trade the code for a token. Called at most once at a time for an application. The
   * message of a `tradewind.refusal` it throws is shown to the administrator; other errors are not.
   */
  exchange(code: string, options: { signal: AbortSignal }): Promise<OauthToken>;
  /** The token has expired: get a new one. Never called twice at the same time, in all processes. */
  refresh?(token: OauthToken, options: { signal: AbortSignal }): Promise<OauthToken>;
}
