import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they arrived. */
  content: string;
}

/** A real SMTP server that keeps what it gets. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** So many mails are refused before one is taken. */
  refusals = 0;
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) => {
      if (username === "shop" && password === "secret") done(null, { user: username });
      else done(new Error("wrong password"));
    },
    onData: async (stream, session, done) => {
      const content = await text(stream).catch(() => null);
      // The client is gone.
      if (content === null) return;
      if (this.refusals > 0) {
        this.refusals--;
        return done(new Error("try again later"));
      }
      const { mailFrom, rcptTo } = session.envelope;
      this.received.push({
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        content,
      });
      done();
    },
  });

  async start(): Promise<string> {
    this.server.on("error", () => {});
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", () => resolve()));
    return `smtp://shop:secret@127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  /** Waits until a mail to this address has come. */
  async mailTo(address: string): Promise<ReceivedMail> {
    for (;;) {
      const mail = this.received.find(({ to }) => to.includes(address));
      if (mail) return mail;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
