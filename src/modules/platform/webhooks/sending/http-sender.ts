import http from "node:http";
import https from "node:https";
import type { Answer } from "../delivery.ts";
import { lookupWith, NotPublic, oneAtATime, type Resolve } from "./public-lookup.ts";
import type { WebhookRequest } from "./request.ts";
import { isPlainlyPrivate, type Reach } from "./webhook-url.ts";

export interface SenderOptions {
  reach: Reach;
  /** How long a receiver may take, in milliseconds. */
  timeout: number;
  /** How names become addresses; by the system when absent. */
  resolve?: Resolve;
}

// What is kept of an answer, and what is read at most before the connection is closed.
const KEPT = 1_000;
const READ = 64 * 1024;

/** Calls receivers. Redirects are not followed and proxies of the environment not used: both lead elsewhere. */
export class HttpSender {
  private readonly agents: { "http:": http.Agent; "https:": https.Agent };

  constructor(private readonly options: SenderOptions) {
    const isAllowed = options.reach === "anywhere" ? () => true : undefined;
    const lookup = lookupWith(oneAtATime(options.resolve), isAllowed);
    const agent = { keepAlive: true, maxFreeSockets: 32, lookup };
    this.agents = { "http:": new http.Agent(agent), "https:": new https.Agent(agent) };
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  async send(request: WebhookRequest): Promise<Answer> {
    const begin = performance.now();
    const duration = () => Math.round(performance.now() - begin);
    try {
      const { status, body } = await this.call(request);
      return { status, body, error: errorOf(status), duration: duration() };
    } catch (error) {
      return { status: null, body: null, error: this.reasonOf(error), duration: duration() };
    }
  }

  private async call(request: WebhookRequest): Promise<{ status: number; body: string }> {
    const url = new URL(request.url);
    // The address itself may stand there, and is then not looked up.
    if (this.options.reach === "public" && isPlainlyPrivate(url)) throw new NotPublic(url.hostname);
    const signal = AbortSignal.timeout(this.options.timeout);
    try {
      return await this.callOnce(url, request, signal);
    } catch (error) {
      // The receiver closed a connection that it had kept open, in the moment it was used again.
      if (!(error instanceof Stale)) throw error;
      return await this.callOnce(url, request, signal);
    }
  }

  private callOnce(url: URL, { headers, body }: WebhookRequest, signal: AbortSignal) {
    const protocol = url.protocol as keyof HttpSender["agents"];
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = (protocol === "https:" ? https : http).request(url, {
        method: "POST",
        agent: this.agents[protocol],
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        signal,
      });
      const refuse = (error: NodeJS.ErrnoException) =>
        reject(request.reusedSocket && error.code === "ECONNRESET" ? new Stale() : error);
      request.on("error", refuse);
      request.on("response", (response) => {
        // The status decides. How the rest arrives, or whether, does not matter any more.
        request.off("error", refuse).on("error", () => {});
        readSome(response, (text) => resolve({ status: response.statusCode!, body: text }));
      });
      request.end(body);
    });
  }

  private reasonOf(error: unknown): string {
    const { name, message, code } = error as NodeJS.ErrnoException;
    if (name === "AbortError" || name === "TimeoutError")
      return `no answer within ${this.options.timeout} ms`;
    if (error instanceof AggregateError) return `no connection: ${code ?? "all addresses failed"}`;
    return (message || code || "no answer").slice(0, KEPT);
  }
}

class Stale extends Error {}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}

/** The beginning of the answer, once it is complete, cut off, too long or too late. */
function readSome(response: http.IncomingMessage, end: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = () => end(printable(Buffer.concat(chunks)));
  response.on("data", (chunk: Buffer) => {
    if (length < KEPT * 4) chunks.push(chunk.subarray(0, KEPT * 4));
    length += chunk.length;
    if (length > READ) response.destroy();
  });
  response.on("error", finish);
  response.on("close", finish);
}

// PostgreSQL stores no NUL in texts.
const printable = (bytes: Buffer) => bytes.toString("utf8").replaceAll("\0", "").slice(0, KEPT);
