import { redacted } from "../../../kernel/redacted.ts";
import { maySeeSecrets, type Webhook } from "./webhook.ts";

export interface Told {
  id: string;
  name: string;
  occurred_at: Date;
  data: Record<string, unknown>;
}

/** The body that a receiver gets; the signature is over exactly this text. */
export const messageOf = (webhook: Pick<Webhook, "events">, { id, name, occurred_at, data }: Told): string =>
  JSON.stringify({
    id,
    name,
    occurred_at: occurred_at.toISOString(),
    data: maySeeSecrets(webhook, name) ? data : redacted(data),
  });
