import { hours } from "../../../kernel/dates.ts";
import { areaOfEvent } from "../../../kernel/event-areas.ts";
import { isEventPattern, matches } from "../../../kernel/event-pattern.ts";
import { type Granted, requirePermission } from "../../../kernel/permissions.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";

/** A URL of another system that gets events. */
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

export const webhookNotFound = (id: string) => notFound("Webhook", id);

/** The name of the webhook's cursor in the event log. */
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

/** Switching a webhook on resets its failures. */
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
    throw invalid(`events: ${wrong} is neither the name of an event, nor a pattern such as order.*, nor *`);
  }
  return [...new Set(events)];
}

export const isSubscribedTo = ({ events }: Pick<Webhook, "events">, name: string): boolean =>
  events.some((pattern) => matches(pattern, name));

/** Secrets in events, such as the token of a password reset, go only to webhooks that subscribe to the exact name. */
export const maySeeSecrets = ({ events }: Pick<Webhook, "events">, name: string): boolean =>
  events.includes(name);

/** Tokens of users and invites let their receiver act as that user: only those who may change the team send them anywhere. */
export function requireForEvents(granted: Granted, { events }: Pick<Webhook, "events">): void {
  const isAboutTeam = events.some((name) => !name.endsWith("*") && areaOfEvent(name) === "team");
  if (isAboutTeam) requirePermission(granted, "team:write");
}

/** A webhook is switched off after so long without a success, and so many failures. */
export interface FailureLimit {
  time: number;
  failures: number;
}

export const failureLimit: FailureLimit = { time: hours(24), failures: 50 };

/** The webhook after attempts of which some failed. A success among them restarts the count. */
export function afterFailures(
  webhook: Webhook,
  { delivered, failed }: { delivered: number; failed: number },
  { now, limit }: { now: Date; limit: FailureLimit },
): Webhook {
  const before = delivered > 0 ? { failing_since: null, failures: 0 } : webhook;
  const failing_since = before.failing_since ?? now;
  const failures = before.failures + failed;
  const isOver = failures >= limit.failures && now.getTime() - failing_since.getTime() >= limit.time;
  const counted = { ...webhook, failing_since, failures };
  if (!isOver || !webhook.is_active) return counted;
  const disabled_reason = `All ${failures} attempts since ${failing_since.toISOString()} have failed`;
  return { ...counted, is_active: false, disabled_at: now, disabled_reason };
}
