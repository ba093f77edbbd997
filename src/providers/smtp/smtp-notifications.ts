import { type NotificationProvider, NotSent, type SentNotification } from "../ports/notification.ts";
import { reasonWithoutLogin } from "./smtp-errors.ts";

/** A mail as it is sent. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The mail for an event; null if there is no mail or no recipient. */
export type ComposeMail = (event: string, data: Record<string, unknown>) => Promise<Mail | null>;

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for a connection that is encrypted from the start. */
  url: string;
  from: string;
  events: readonly string[];
  compose: ComposeMail;
}

/** Rejects if the mail server does not answer or refuses the login. Sends nothing. */
export async function checkMailServer(url: string, milliseconds: number): Promise<void> {
  const { createTransport } = await import("./mail-library.ts");
  const limits = {
    connectionTimeout: milliseconds,
    greetingTimeout: milliseconds,
    socketTimeout: milliseconds,
  };
  const transport = createTransport({ url, ...limits } as never);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

// A server that takes the connection and then says nothing fails before the time of a subscriber is over.
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Mails by any SMTP server. */
export function smtpNotifications({ url, from, events, compose }: SmtpOptions): NotificationProvider {
  const deliver = async ({ to, subject, text }: Mail): Promise<SentNotification> => {
    // Loaded with the first mail: most starts send none.
    const { createTransport } = await import("./mail-library.ts");
    const transport = createTransport({ url, ...LIMITS } as never);
    try {
      await transport.sendMail({ from, to, subject, text });
    } catch (error) {
      throw new NotSent(reasonWithoutLogin(error, url), to);
    } finally {
      transport.close();
    }
    return { to, data: { subject, text } };
  };
  return {
    id: "smtp",
    events,
    send: async (event, data) => {
      const mail = await compose(event, data);
      return mail && deliver(mail);
    },
    resend: ({ to, data }, options) =>
      deliver({
        to: options.to ?? to,
        subject: String(data.subject ?? ""),
        text: String(data.text ?? ""),
      }),
    sendTest: (to, shopName) =>
      deliver({
        to,
        subject: `Test mail of ${shopName}`,
        text: `This is a test mail of ${shopName}. If you can read it, the shop's mails arrive.`,
      }),
  };
}
