import { createSigner, createVerifier } from "fast-jwt";
import { type ShopSecrets, withAcceptedSecret } from "../kernel/shop-secrets.ts";

type Claims = Record<string, unknown>;

interface NewToken {
  claims: Claims;
  /** Milliseconds. */
  expiresIn: number;
  /** The key that is made of a secret; by default the secret itself. */
  keyOf?: (secret: string) => string;
}

export const signToken = (secrets: ShopSecrets, { claims, expiresIn, keyOf = itself }: NewToken): string =>
  createSigner({ key: keyOf(secrets.current), algorithm: "HS256", expiresIn })(claims);

const itself = (secret: string) => secret;

/** The claims of the token; null if it is forged or expired. */
export const readToken = (secrets: ShopSecrets, token: string, keyOf = itself): Claims | null =>
  withAcceptedSecret(secrets, (secret) => readTokenOfKey(keyOf(secret), token));

/** The claims of a token that was signed with the secret of v1, be it long or short; null if there is none or it is forged. */
export const readTokenOfV1 = ({ ofV1 }: ShopSecrets, token: string): Claims | null =>
  ofV1 === undefined ? null : readTokenOfKey(ofV1, token);

/** The claims of a token that was signed with this key alone. */
export const readTokenOfKey = (key: string, token: string): Claims | null =>
  claimsOf(createVerifier({ ...OPTIONS, key }), token);

const isToken = (text: string) => text.split(".").length === 3;

const OPTIONS = { algorithms: ["HS256" as const] };

const claimsOf = (verify: (token: string) => Claims, token: string): Claims | null => {
  try {
    return verify(token);
  } catch {
    return null;
  }
};

/** The same for tokens that come with every request: it remembers those that it has checked. */
export function tokenReader(secrets: ShopSecrets): (token: string) => Claims | null {
  const verifiers = new Map<string, (token: string) => Claims>();
  const verifierOf = (secret: string) => {
    const known = verifiers.get(secret);
    if (known) return known;
    const verify = createVerifier({ ...OPTIONS, key: secret, cache: 1_000 });
    verifiers.set(secret, verify);
    return verify;
  };
  return (token) =>
    // Other credentials have the same header. The secrets need not be read again for them.
    isToken(token) ? withAcceptedSecret(secrets, (secret) => claimsOf(verifierOf(secret), token)) : null;
}
