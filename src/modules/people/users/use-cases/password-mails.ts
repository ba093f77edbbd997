import { matches } from "../../../../kernel/event-pattern.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";

const RESET = "user.password_reset";

type Senders = Pick<ProviderRegistry, "notification" | "subscribers">;

/** Whether anything sends a user the link to set a new password: mails by SMTP, or a plugin. */
export const hasPasswordMails = ({ notification, subscribers }: Senders): boolean =>
  notification.all().some(({ events }) => events.includes(RESET)) ||
  subscribers.all().some(({ event }) => matches(event, RESET));

/** The same for every email, so that the log does not tell which users exist. */
export function warnWithoutMails(providers: Senders, log: { warn(message: string): void }): void {
  if (hasPasswordMails(providers)) return;
  log.warn(
    "a new password was requested, but no mail can be sent: set TRADEWIND_SMTP_URL, or run: tradewind user password --email EMAIL",
  );
}
