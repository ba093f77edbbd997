import { type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

export interface StreamMessage {
  id?: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: events have every shape
  data: any;
}

/** A client of server-sent events over a connection of its own, as an `EventSource` is one. */
export class StreamClient {
  readonly messages: StreamMessage[] = [];
  heartbeats = 0;
  status: number | undefined;
  headers: Record<string, string | string[] | undefined> = {};
  isEnded = false;
  private rest = "";
  private response: IncomingMessage | undefined;
  private readonly sent: ReturnType<typeof request>;

  constructor(url: string, headers: Record<string, string>) {
    this.sent = request(url, { headers, agent: false }, (response) => {
      this.response = response;
      this.status = response.statusCode;
      this.headers = response.headers;
      response.setEncoding("utf8");
      response.on("data", (text: string) => this.take(text));
      response.on("close", () => {
        this.isEnded = true;
      });
      response.on("error", () => {});
    });
    this.sent.on("error", () => {
      this.isEnded = true;
    });
    this.sent.end();
  }

  /** The events of the shop, without messages about the stream. */
  get events() {
    return this.messages.filter(({ event }) => event === "message").map(({ data }) => data);
  }

  get lastId(): string | undefined {
    return this.messages.findLast(({ id }) => id !== undefined)?.id;
  }

  async until(condition: (client: this) => boolean): Promise<void> {
    while (!condition(this)) {
      if (this.isEnded) throw new Error(`the stream has ended with ${this.status}: ${this.rest}`);
      await pause(10);
    }
  }

  async ready(): Promise<this> {
    await this.until(() => this.messages.length > 0);
    return this;
  }

  async ended(): Promise<void> {
    while (!this.isEnded) await pause(10);
  }

  /** Reads nothing from now on. */
  stall(): void {
    this.response?.pause();
  }

  resume(): void {
    this.response?.resume();
  }

  close(): void {
    this.sent.destroy();
  }

  private take(text: string): void {
    const parts = (this.rest + text).split("\n\n");
    this.rest = parts.pop()!;
    for (const part of parts) this.read(part);
  }

  private read(part: string): void {
    if (part.startsWith(":")) {
      this.heartbeats++;
      return;
    }
    const fields = new Map(
      part.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
    );
    const id = fields.get("id");
    this.messages.push({
      ...(id === undefined ? {} : { id }),
      event: fields.get("event") ?? "message",
      data: JSON.parse(fields.get("data") ?? "null"),
    });
  }
}
