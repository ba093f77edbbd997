import { hours } from "../../../kernel/dates.ts";
import { isEventPattern, matches } from "../../../kernel/event-pattern.ts";
import { type Granted, isGranted, type Permissions, requirePermission } from "../../../kernel/permissions.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";

/** A URL of another system that gets events. */
export interface Webhook {
  id: string;
  /** The user who last set the address or the events; null if it is older than this field. */
  author_id: string | null;
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

export const webhookFrom = (id: string, author: string, input: NewWebhook): Webhook => ({
  id,
  author_id: author,
  url: input.url,
  description: input.description ?? null,
  events: checkedEvents(input.events ?? ["*"]),
  is_active: input.is_active ?? true,
  failing_since: null,
  failures: 0,
  disabled_at: null,
  disabled_reason: null,
});

/** Switching a webhook on resets its failures. Who says where events go, or which, answers for it from then on. */
export function withChanges(webhook: Webhook, author: string, changes: WebhookChanges): Webhook {
  const changed: Webhook = {
    ...webhook,
    author_id: isRedirected(webhook, changes) ? author : webhook.author_id,
    url: changes.url ?? webhook.url,
    description: changes.description === undefined ? webhook.description : changes.description,
    events: changes.events ? checkedEvents(changes.events) : webhook.events,
    is_active: changes.is_active ?? webhook.is_active,
  };
  if (!changes.is_active) return changed;
  return { ...changed, failing_since: null, failures: 0, disabled_at: null, disabled_reason: null };
}

/** Whether the change sends events to another place, or other events. */
export const isRedirected = (webhook: Webhook, { url, events, is_active }: WebhookChanges): boolean =>
  url !== undefined || events !== undefined || (is_active === true && !webhook.is_active);

function checkedEvents(events: string[]): string[] {
  const wrong = events.find((pattern) => !isEventPattern(pattern));
  if (wrong !== undefined) {
    throw invalid(`events: ${wrong} is neither the name of an event, nor a pattern such as order.*, nor *`);
  }
  return [...new Set(events)];
}

export const isSubscribedTo = ({ events }: Pick<Webhook, "events">, name: string): boolean =>
  events.some((pattern) => matches(pattern, name));

/** Names of events that the author may not read are refused. Of `*` the webhook gets those that the author may read. */
export function requireForEvents(
  permissions: Permissions,
  granted: Granted,
  events: readonly string[],
): void {
  for (const name of events.filter((each) => each !== "*"))
    for (const permission of permissions.forEvent(name)) requirePermission(granted, permission);
}

/** What the author may do by now decides, not what it was when the webhook was created. */
export const mayGet = (permissions: Permissions, grantedToAuthor: Granted, name: string): boolean =>
  isGranted(grantedToAuthor, "webhooks:write") && permissions.maySeeEvent(grantedToAuthor, name);

/** A webhook is switched off after so long without a success, and so many failures. */
export interface FailureLimit {
  time: number;
  failures: number;
}

export const failureLimit: FailureLimit = { time: hours(24), failures: 50 };

/** So many failures in a row are no accident: users are told, once in a time without a success and at most once a day. */
const FAILURES_TO_TELL = 5;
const TELLS_AGAIN_AFTER = hours(24);
/** The clocks of the server and of the database differ. */
const CLOCKS = hours(1);

/** Users hear of a webhook that fails unless they did so since this time. Null: there is nothing to tell. */
export function tellsUnlessSince({ is_active, failing_since, failures }: Webhook, now: Date): Date | null {
  if (!is_active || failing_since === null || failures < FAILURES_TO_TELL) return null;
  return new Date(Math.min(failing_since.getTime() - CLOCKS, now.getTime() - TELLS_AGAIN_AFTER));
}

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
