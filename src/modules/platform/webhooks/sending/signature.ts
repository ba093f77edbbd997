import { createHmac } from "node:crypto";

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 with the secret over the time, a dot and the body. While an old secret
 * still counts there is a `v1` for each.
 */
export function signatureOf(
  secrets: readonly string[],
  { time, body }: { time: Date; body: string },
): string {
  const seconds = Math.floor(time.getTime() / 1000);
  const signed = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`,
  );
  return [`t=${seconds}`, ...signed].join(",");
}
