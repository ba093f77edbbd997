import { createHmac, timingSafeEqual } from "node:crypto";

/** The query parameters of a link to a private file. */
export interface LinkProof {
  /** Unix seconds. */
  expires: string;
  signature: string;
}

const signatureOf = (secret: string, key: string, expires: string) =>
  // The first line separates these signatures from others with the same secret.
  createHmac("sha256", secret).update(`tradewind file link\n${expires}\n${key}`).digest();

export function signLink(secret: string, key: string, until: Date): LinkProof {
  const expires = String(Math.floor(until.getTime() / 1000));
  return { expires, signature: signatureOf(secret, key, expires).toString("base64url") };
}

export function isValidLink(secret: string, key: string, proof: Partial<LinkProof> & { now: Date }): boolean {
  const { expires = "", signature = "", now } = proof;
  const expected = signatureOf(secret, key, expires);
  const given = Buffer.from(signature, "base64url");
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine && Number(expires) * 1000 > now.getTime();
}
