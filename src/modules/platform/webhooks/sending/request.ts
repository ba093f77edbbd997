import { messageOf, type Told } from "../message.ts";
import type { Target } from "../secret-store.ts";
import { signatureOf } from "./signature.ts";

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Signed anew for each attempt: receivers refuse what is old. */
export function requestFor(
  target: Target,
  { deliveryId, event }: { deliveryId: string; event: Told },
): WebhookRequest {
  const body = messageOf(target, event);
  return {
    url: target.url,
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Tradewind-Webhooks",
      "tradewind-signature": signatureOf(target.secrets, { time: new Date(), body }),
      "tradewind-delivery": deliveryId,
      "tradewind-event-id": event.id,
      "tradewind-event": printable(event.name),
    },
  };
}

/** Names of connected applications may be part of the name. */
const printable = (name: string) => (/^[\x21-\x7e]+$/.test(name) ? name : encodeURIComponent(name));
