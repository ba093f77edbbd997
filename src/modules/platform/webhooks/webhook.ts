import { hours } from "../../../kernel/dates.ts";
import { isEventPattern, matches } from "../../../kernel/event-pattern.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";

/** An address outside that is told of events. */
export interface Webhook {
  id: string;
  url: string;
  description: string | null;
  /** `order.placed`, `order.*`, `*` */
  events: string[];
  is_active: boolean;
  /** Since when every attempt has failed. */
  failing_since: Date | null;
  /** Attempts since then. */
  failures: number;
  disabled_at: Date | null;
  disabled_reason: string | null;
}

export interface NewWebhook {
  url: string;
  description?: string | null;
  events?: string[];
  is_active?: boolean;
}

export type WebhookChanges = Partial<NewWebhook>;

export const unknownWebhook = (id: string) => notFound("Webhook", id);

/** How far a webhook has been told is kept under this name, beside the subscribers. */
export const cursorOf = (webhookId: string) => `webhook:${webhookId}`;

export const webhookFrom = (id: string, input: NewWebhook): Webhook => ({
  id,
  url: input.url,
  description: input.description ?? null,
  events: checkedEvents(input.events ?? ["*"]),
  is_active: input.is_active ?? true,
  failing_since: null,
  failures: 0,
  disabled_at: null,
  disabled_reason: null,
});

/** One that is switched on again gets a new chance, whatever it was switched off for. */
export function withChanges(webhook: Webhook, changes: WebhookChanges): Webhook {
  const changed: Webhook = {
    ...webhook,
    url: changes.url ?? webhook.url,
    description: changes.description === undefined ? webhook.description : changes.description,
    events: changes.events ? checkedEvents(changes.events) : webhook.events,
    is_active: changes.is_active ?? webhook.is_active,
  };
  if (!changes.is_active) return changed;
  return { ...changed, failing_since: null, failures: 0, disabled_at: null, disabled_reason: null };
}

function checkedEvents(events: string[]): string[] {
  const wrong = events.find((pattern) => !isEventPattern(pattern));
  if (wrong !== undefined) {
    throw invalid(`events: ${wrong} is neither the name of an event, nor such as order.*, nor *`);
  }
  return [...new Set(events)];
}

export const isWanted = ({ events }: Pick<Webhook, "events">, name: string): boolean =>
  events.some((pattern) => matches(pattern, name));

/** Secrets in events, such as the token of a password reset, go only to those who asked for that very event. */
export const maySeeSecrets = ({ events }: Pick<Webhook, "events">, name: string): boolean =>
  events.includes(name);

/** After so long with nothing but failures, and so many of them, a webhook is switched off. */
export interface Patience {
  time: number;
  failures: number;
}

export const patience: Patience = { time: hours(24), failures: 50 };

/** What becomes of it after attempts of which some have failed; one that worked in between begins the count anew. */
export function afterFailures(
  webhook: Webhook,
  { delivered, failed }: { delivered: number; failed: number },
  { now, patience: most }: { now: Date; patience: Patience },
): Webhook {
  const before = delivered > 0 ? { failing_since: null, failures: 0 } : webhook;
  const failing_since = before.failing_since ?? now;
  const failures = before.failures + failed;
  const isOver = failures >= most.failures && now.getTime() - failing_since.getTime() >= most.time;
  const counted = { ...webhook, failing_since, failures };
  if (!isOver || !webhook.is_active) return counted;
  const disabled_reason = `All ${failures} attempts since ${failing_since.toISOString()} have failed`;
  return { ...counted, is_active: false, disabled_at: now, disabled_reason };
}
