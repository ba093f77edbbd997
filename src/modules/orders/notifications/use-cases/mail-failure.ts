import { hiddenIn, secretsOf } from "../../../../kernel/redacted.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { NotSent } from "../../../../providers/ports/notification.ts";
import type { MailEvent, MailFailure } from "../mail-record.ts";

const LONGEST_ERROR = 1_000;

/**
 * Why a mail was not sent, as the list shows it. Only a provider that throws `NotSent` or a refusal gives a reason to show: another
 * error may have anything in it, and is in the log of the server.
 */
export function failureOf(error: unknown, { data }: Pick<MailEvent, "data">): MailFailure {
  const isShown = error instanceof NotSent || error instanceof Refusal;
  const reason = isShown ? error.message : "It failed; the log of the server has the reason";
  return {
    recipient: error instanceof NotSent ? error.to : null,
    error: hiddenIn(reason, secretsOf(data)).replaceAll("\0", "").slice(0, LONGEST_ERROR),
  };
}
