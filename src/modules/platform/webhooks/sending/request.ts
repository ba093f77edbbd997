import { createHmac } from "node:crypto";
import { redacted } from "../../../../kernel/redacted.ts";
import type { DeliveryTarget } from "../webhook-store.ts";

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  /** The trace of the request that caused the event. */
  traceparent?: string | null;
  body: string;
}

/** Each attempt gets a new signature: receivers refuse old timestamps. */
export function requestFor(
  target: DeliveryTarget,
  { deliveryId, event }: { deliveryId: string; event: EventMessage },
): WebhookRequest {
  const body = messageBody(event);
  return {
    url: target.url,
    body,
    traceparent: event.traceparent ?? null,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Tradewind-Webhooks",
      "tradewind-signature": signatureOf(target.secrets, { time: new Date(), body }),
      "tradewind-delivery": deliveryId,
      "tradewind-event-id": event.id,
      "tradewind-event": headerValue(event.name),
    },
  };
}

/** An event name may contain the name of a connected application, which may be any text. */
const headerValue = (name: string) => (/^[\x21-\x7e]+$/.test(name) ? name : encodeURIComponent(name));

export interface EventMessage {
  id: string;
  name: string;
  occurred_at: Date;
  data: Record<string, unknown>;
  traceparent?: string | null;
}

/** The request body; the signature covers exactly this text. */
export const messageBody = ({ id, name, occurred_at, data }: EventMessage): string =>
  JSON.stringify({ id, name, occurred_at: occurred_at.toISOString(), data: redacted(data) });

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 with the secret over the time, a dot and the body. While a previous secret
 * is still valid there is one `v1` for each secret.
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
