import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Client } from "../clients/client.ts";

/** A message as it arrived. */
export interface Received {
  headers: http.IncomingHttpHeaders;
  /** The body as it was sent. */
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape
  event: any;
}

/** What the receiver does with a message: the status it answers with, or how it answers itself. */
export type Reaction = number | ((response: http.ServerResponse) => void);

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** 200 unless set. */
  react: (message: Received) => Reaction;
  names(): string[];
  /** As if its process had died: open connections are cut. */
  close(): Promise<void>;
  /** On the same port again. */
  open(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  let server: http.Server | undefined;
  let port = 0;
  const receiver: Receiver = {
    get url() {
      return `http://127.0.0.1:${port}/hook`;
    },
    received: [],
    react: () => 200,
    names: () => receiver.received.map(({ event }) => event.name),
    async close() {
      const closing = server;
      server = undefined;
      closing?.closeAllConnections();
      await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    },
    async open() {
      const opened = http.createServer((request, response) => hear(receiver, request, response));
      await new Promise<void>((resolve) => opened.listen(port, "127.0.0.1", resolve));
      port = (opened.address() as AddressInfo).port;
      server = opened;
    },
  };
  await receiver.open();
  return receiver;
}

function hear(receiver: Receiver, request: http.IncomingMessage, response: http.ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("error", () => {});
  request.on("end", () => {
    const raw = Buffer.concat(chunks).toString("utf8");
    const message: Received = { headers: request.headers, raw, event: JSON.parse(raw) };
    receiver.received.push(message);
    const reaction = receiver.react(message);
    if (typeof reaction === "number") response.writeHead(reaction).end("thanks");
    else reaction(response);
  });
}

/** The signatures of a message that were made with the secret. */
export function signaturesBy(secret: string, { headers, raw }: Received): string[] {
  const parts = String(headers["tradewind-signature"])
    .split(",")
    .map((part) => part.split("=") as [string, string]);
  const time = parts.find(([name]) => name === "t")?.[1];
  const expected = createHmac("sha256", secret).update(`${time}.${raw}`).digest("hex");
  return parts.filter(([name, value]) => name === "v1" && value === expected).map(([, value]) => value);
}

export const isSignedBy = (secret: string, message: Received): boolean =>
  signaturesBy(secret, message).length === 1;

export interface MadeWebhook {
  id: string;
  url: string;
  secret: string;
  events: string[];
}

export async function aWebhook(admin: Client, input: Record<string, unknown> = {}): Promise<MadeWebhook> {
  const { status, body } = await admin.post("/admin/webhooks", {
    url: "https://receiver.example.com/hook",
    ...input,
  });
  if (status !== 200) throw new Error(body.message);
  return { ...body.webhook, secret: body.secret };
}
