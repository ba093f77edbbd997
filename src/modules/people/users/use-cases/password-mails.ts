import { hasSender, type Senders } from "../../../../providers/message-senders.ts";

/** Whether anything sends a user the link to set a new password: mails by SMTP, or a plugin. */
export const hasPasswordMails = (senders: Senders): boolean => hasSender(senders, "user.password_reset");

/** The same for every email, so that the log does not tell which users exist. */
export function warnWithoutMails(senders: Senders, log: { warn(message: string): void }): void {
  if (hasPasswordMails(senders)) return;
  log.warn(
    "a new password was requested, but no mail can be sent: set TRADEWIND_SMTP_URL, or run: tradewind user password --email EMAIL",
  );
}
