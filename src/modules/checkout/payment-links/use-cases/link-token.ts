import { createHmac, timingSafeEqual } from "node:crypto";
import { type ShopSecrets, withAcceptedSecret } from "../../../../kernel/shop-secrets.ts";

/** Separates these signatures from others with the same secret. */
const PURPOSE = "payment-link";

const signatureOf = (secret: string, id: string): string =>
  createHmac("sha256", secret).update(`${PURPOSE}:${id}`).digest("base64url");

/** What the address of the page contains: the id, which is stored, and its signature, which is not. */
export const tokenOf = (secrets: ShopSecrets, id: string): string =>
  `${id}.${signatureOf(secrets.current, id)}`;

/** The id of a link; null if the token is forged. */
export function linkIdOf(secrets: ShopSecrets, token: string): string | null {
  const [id = "", signature = ""] = token.split(".");
  const sent = Buffer.from(signature);
  return withAcceptedSecret(secrets, (secret) => {
    const made = Buffer.from(signatureOf(secret, id));
    return made.length === sent.length && timingSafeEqual(made, sent) ? id : null;
  });
}
