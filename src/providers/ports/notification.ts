import type { ProviderData } from "./common.ts";

/** A message that was sent; the shop keeps it and can have it sent again. */
export interface SentNotification {
  /** The address it went to: an email, a phone number, a channel. */
  to: string;
  /** Whatever is needed to send it again. */
  data: ProviderData;
}

/** A way to tell people what happened: mail, text messages, a chat. */
export interface NotificationProvider {
  readonly id: string;
  /** The events it wants to hear of, e.g. `order.placed`. */
  readonly events: readonly string[];
  /**
   * One of its events happened. Null: there is nothing to send. May be called again for the same event when the
   * first call failed or its success could not be recorded.
   */
  send(event: string, data: Record<string, unknown>): Promise<SentNotification | null>;
  /** Someone asked for the message again, perhaps to another address. */
  resend(sent: SentNotification, options: { to?: string }): Promise<SentNotification>;
}
