import type { ProviderData } from "./common.ts";

/** A message that was sent; the shop stores it and can send it again. */
export interface SentNotification {
  /** The address it went to: an email, a phone number, a channel. */
  to: string;
  /** The data to send it again. */
  data: ProviderData;
}

/** What a provider may throw when a message was not sent: the list of mails then shows whom it was for. */
export class NotSent extends Error {
  readonly to: string;

  constructor(reason: string, to: string) {
    super(reason);
    this.to = to;
  }
}

/** A notification service: mail, text messages, a chat. */
export interface NotificationProvider {
  readonly id: string;
  /** The events it handles, e.g. `order.placed`. */
  readonly events: readonly string[];
  /**
   * Handles one of its events. Returns null if there is nothing to send. May be called again for the same event when the
   * first call failed or its success could not be recorded.
   */
  send(event: string, data: Record<string, unknown>): Promise<SentNotification | null>;
  /** Sends the message again, optionally to another address. */
  resend(sent: SentNotification, options: { to?: string }): Promise<SentNotification>;
  /** Sends a text that says it is a test. Its error is shown to the user, so it must have no secrets. Absent: there are no test mails. */
  sendTest?(to: string, shopName: string): Promise<SentNotification>;
}
