import type { Signal } from "./common.ts";

/** The answer of an OAuth token endpoint (RFC 6749, section 5.1). All fields are secret except the last three. */
export interface OauthToken {
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  /** Lifetime in seconds. */
  expires_in?: number;
  /** As a date-time; calculated from `expires_in` when the token is stored. */
  expires_at?: string;
  token_type?: string;
  scope?: string;
  [more: string]: unknown;
}

/** An application that an admin connects with the shop. */
export interface OauthApp {
  /** Identifies it in the API and in the names of its events. */
  readonly applicationName: string;
  readonly displayName: string;
  /** The page on which the admin agrees. `state` must come back with the code. */
  installUrl?(state: string): string;
  readonly uninstallUrl?: string;
  /**
   * The admin agreed: exchanges the code for a token. There are no concurrent calls for an application. The admin sees the message
   * of a `tradewind.refusal`, but not of other errors.
   */
  exchange(code: string, options: { signal: Signal }): Promise<OauthToken>;
  /** Renews an expired token. There are no concurrent calls, in all processes. */
  refresh?(token: OauthToken, options: { signal: Signal }): Promise<OauthToken>;
}
