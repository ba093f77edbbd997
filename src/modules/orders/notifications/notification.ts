import { isRecord } from "../../../kernel/json.ts";
import type { Permission, Permissions } from "../../../kernel/permissions.ts";
import { hiddenIn, secretsOf } from "../../../kernel/redacted.ts";
import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";

export interface Notification {
  id: string;
  event_name: string | null;
  resource_type: string;
  resource_id: string;
  customer_id: string | null;
  to: string;
  data: Record<string, unknown>;
  provider_id: string | null;
}

export interface Resend extends Notification {
  parent_id: string;
}

/** What a message about an event is about, and the customer whom it concerns. */
export function subjectOf({ name, data }: { name: string; data: Record<string, unknown> }) {
  const [resourceType = ""] = name.split(".");
  const customerId = resourceType === "customer" ? data.id : data.customer_id;
  return {
    resource_type: resourceType,
    resource_id: String(data.id ?? ""),
    customer_id: typeof customerId === "string" ? customerId : null,
  };
}

/** The record of a message that a provider sent because of an event. */
export const notificationOf = (
  id: string,
  {
    event,
    providerId,
    sent,
  }: {
    event: { id: string; name: string; data: Record<string, unknown> };
    providerId: string;
    sent: { to: string; data: Record<string, unknown> };
  },
): Notification => ({
  id,
  event_name: event.name,
  ...subjectOf(event),
  to: sent.to,
  // Without the token. Its event makes it again, and shows `hasNotification` that the event was handled.
  data: { ...hiddenIn(sent.data, secretsOf(event.data)), event_id: event.id },
  provider_id: providerId,
});

/**
 * The record of a message that was sent again. A provider may be plain JavaScript, and the message is already sent: fields
 * that its answer lacks come from the request and the original message.
 */
export function resendOf(
  original: Notification,
  id: string,
  { to, answer, secrets }: { to?: string; answer: unknown; secrets: Record<string, string> },
): Resend {
  const fields = isRecord(answer) ? answer : {};
  const eventId = original.data["event_id"];
  const data = isRecord(fields.data) ? hiddenIn(fields.data, secrets) : original.data;
  return {
    ...original,
    id,
    parent_id: original.id,
    to: typeof fields.to === "string" && fields.to !== "" ? fields.to : (to ?? original.to),
    data: eventId === undefined ? data : { ...data, event_id: eventId },
  };
}

/** That of what the message is about; besides the permission for notifications. */
export const permissionToResend = (permissions: Permissions, { event_name }: Notification): Permission =>
  permissions.toChangeWhat(event_name ?? "");

/** Who gets a token can act as the person it is for. */
export function refuseOtherRecipient({ to: addressee }: Notification, to: string | undefined): void {
  if (to !== undefined && to.toLowerCase() !== addressee.toLowerCase())
    throw notAllowed("to: the message has a token, so it is sent again only to the person whom it is for");
}

export const tokenIsOver = () =>
  notAllowed("The message has a token that is no longer valid: request a new one instead");

export const unknownNotification = (id: string) => notFound("Notification", id);

export const notInstalled = (providerId: string | null) =>
  providerId === null
    ? invalid("The notification names no provider that could send it again")
    : new Refusal(
        "not_found",
        `Could not find a notification provider with id: ${providerId}; is its plugin loaded?`,
      );
