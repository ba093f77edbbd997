import { createSigner, createVerifier } from "fast-jwt";
import { type ShopSecrets, withAcceptedSecret } from "../kernel/shop-secrets.ts";

type Claims = Record<string, unknown>;

interface NewToken {
  claims: Claims;
  /** Milliseconds. */
  expiresIn: number;
  /** By default now. A token of the same claims, key and time is the same token. */
  issuedAt?: Date;
  /** The key that is made of a secret; by default the secret itself. */
  keyOf?: (secret: string) => string;
}

export const signToken = (
  secrets: ShopSecrets,
  { claims, expiresIn, issuedAt = new Date(), keyOf = itself }: NewToken,
): string =>
  createSigner({ key: keyOf(secrets.current), algorithm: "HS256", expiresIn })({
    ...claims,
    iat: Math.floor(issuedAt.getTime() / 1000),
  });

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

const MOST_CACHED = 1_000;

/**
 * The same for tokens that come with every request: tokens whose signature was checked are cached. Whether a token is expired
 * is checked each time: the clock of the machine may have been set meanwhile, forward or back.
 */
export function tokenReader(secrets: ShopSecrets): (token: string) => Claims | null {
  const readers = new Map<string, (token: string) => Claims | null>();
  const readerOf = (secret: string) => {
    const known = readers.get(secret) ?? cachingReader(secret);
    readers.set(secret, known);
    return known;
  };
  return (token) =>
    // Other credentials have the same header. The secrets need not be read again for them.
    isToken(token) ? withAcceptedSecret(secrets, (secret) => readerOf(secret)(token)) : null;
}

function cachingReader(key: string): (token: string) => Claims | null {
  const signed = new Map<string, Claims>();
  const verify = createVerifier({ ...OPTIONS, key, ignoreExpiration: true, ignoreNotBefore: true });
  return (token) => {
    const claims = signed.get(token) ?? claimsOf(verify, token);
    if (claims === null) return null;
    if (signed.size >= MOST_CACHED) signed.delete(signed.keys().next().value!);
    signed.set(token, claims);
    return isCurrent(claims) ? claims : null;
  };
}

/** The rule of the library. */
function isCurrent({ exp, nbf }: Claims): boolean {
  const now = Date.now();
  const isBegun = nbf === undefined || (typeof nbf === "number" && nbf * 1000 <= now);
  return isBegun && (exp === undefined || (typeof exp === "number" && now < exp * 1000));
}
