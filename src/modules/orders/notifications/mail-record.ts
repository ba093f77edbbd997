import { notFound, Refusal } from "../../../kernel/refusal.ts";
import { subjectOf } from "./notification.ts";

/** What a mail of an event is about. */
export interface MailAbout {
  event_id: string;
  kind: string;
  provider_id: string;
  resource_type: string;
  resource_id: string;
  customer_id: string | null;
}

export interface MailEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

export const aboutEvent = (event: MailEvent, providerId: string): MailAbout => ({
  event_id: event.id,
  kind: event.name,
  provider_id: providerId,
  ...subjectOf(event),
});

export interface MailFailure {
  recipient: string | null;
  error: string;
}

export const unknownMail = (id: string) => notFound("Mail", id);

export const isBeingSent = () =>
  new Refusal("conflict", "This mail is being sent at the moment: look again in a minute");

export const eventIsGone = () =>
  new Refusal(
    "not_allowed",
    "What the mail is about is no longer in the event log, so it cannot be sent again",
  );
