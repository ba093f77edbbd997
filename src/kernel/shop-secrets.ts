/** The fewest characters of a secret that cannot be guessed. */
export const SECRET_LENGTH = 32;

/** The secrets of a shop, with which it signs tokens and links. */
export interface ShopSecrets {
  /** Signs. */
  readonly current: string;
  /** All that are accepted, the current one first: the others sign no more, or not yet. */
  accepted(): readonly string[];
  /** Reads the secrets again. Returns whether they have changed. */
  refresh(): boolean;
  /** `jwt_secret` of v1, if the shop comes from there. It may be short: invites of v1 are accepted with it. */
  readonly ofV1?: string;
}

/** Secrets that stay the same while the process runs. */
export const fixedSecrets = (current: string, others: readonly string[] = []): ShopSecrets => ({
  current,
  accepted: () => [current, ...others],
  refresh: () => false,
});

/** The same with the secret of v1. A long one counts as one of the shop's own: v1's tokens are valid until they expire. */
export const withSecretOfV1 = (secrets: ShopSecrets, ofV1: string | undefined): ShopSecrets =>
  ofV1 === undefined
    ? secrets
    : {
        get current() {
          return secrets.current;
        },
        accepted: () => (ofV1.length < SECRET_LENGTH ? secrets.accepted() : [...secrets.accepted(), ofV1]),
        refresh: () => secrets.refresh(),
        ofV1,
      };

/**
 * The result of the check with the secret that something was signed with; null if it is none of the shop's. Another process may
 * have rotated the secrets a moment ago, so they are read again before something counts as forged.
 */
export function withAcceptedSecret<T>(secrets: ShopSecrets, check: (secret: string) => T | null): T | null {
  for (const secret of secrets.accepted()) {
    const result = check(secret);
    if (result !== null) return result;
  }
  return secrets.refresh() ? withAcceptedSecret(secrets, check) : null;
}
