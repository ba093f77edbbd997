import type { ProviderData } from "./common.ts";

/** A message that was sent; the shop stores it and can send it again. */
export interface SentNotification {
  /** The address it went to: an email, a phone number, a channel. */
  to: string;
  /** The data to send it again. */
  data: ProviderData;
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
}
