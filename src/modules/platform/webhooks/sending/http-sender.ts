import http from "node:http";
import https from "node:https";
import type { ReceiverResponse } from "../delivery.ts";
import type { WebhookRequest } from "./request.ts";
import {
  type AddressPolicy,
  coalesced,
  isPrivateAddressUrl,
  lookupWith,
  NotPublicError,
  type Resolve,
} from "./webhook-address.ts";

export interface SenderOptions {
  addressPolicy: AddressPolicy;
  /** The longest time for a response, in milliseconds. */
  timeout: number;
  /** Resolves host names; the system's resolver by default. */
  resolve?: Resolve;
}

// A response is stored up to the first limit and read up to the second one; then the connection is closed.
const MAX_STORED_CHARACTERS = 1_000;
const MAX_READ_BYTES = 64 * 1024;

/** Calls receivers. It ignores redirects and proxy settings: both would bypass the address check. */
export class HttpSender {
  private readonly agents: { "http:": http.Agent; "https:": https.Agent };

  constructor(private readonly options: SenderOptions) {
    const isAllowed = options.addressPolicy === "anywhere" ? () => true : undefined;
    const lookup = lookupWith(coalesced(options.resolve), isAllowed);
    const agent = { keepAlive: true, maxFreeSockets: 32, lookup };
    this.agents = { "http:": new http.Agent(agent), "https:": new https.Agent(agent) };
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  async send(request: WebhookRequest): Promise<ReceiverResponse> {
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
    // A literal IP address in the URL is never resolved, so the lookup would not check it.
    if (this.options.addressPolicy === "public" && isPrivateAddressUrl(url))
      throw new NotPublicError(url.hostname);
    const signal = AbortSignal.timeout(this.options.timeout);
    try {
      return await this.callOnce(url, request, signal);
    } catch (error) {
      // The receiver closed an idle keep-alive connection at the moment of its reuse.
      if (!(error instanceof StaleConnectionError)) throw error;
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
      const fail = (error: NodeJS.ErrnoException) =>
        reject(request.reusedSocket && error.code === "ECONNRESET" ? new StaleConnectionError() : error);
      request.on("error", fail);
      request.on("response", (response) => {
        // The status alone decides: an error in the rest of the response does not matter.
        request.off("error", fail).on("error", () => {});
        readBeginning(response, (text) => resolve({ status: response.statusCode!, body: text }));
      });
      request.end(body);
    });
  }

  private reasonOf(error: unknown): string {
    const { name, message, code } = error as NodeJS.ErrnoException;
    if (name === "AbortError" || name === "TimeoutError")
      return `no answer within ${this.options.timeout} ms`;
    if (error instanceof AggregateError) return `no connection: ${code ?? "all addresses failed"}`;
    return (message || code || "no answer").slice(0, MAX_STORED_CHARACTERS);
  }
}

class StaleConnectionError extends Error {}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `answered ${status}: redirects are not followed` : `answered ${status}`;
}

/** The beginning of the response, as soon as it is complete, broken off, too long or timed out. */
function readBeginning(response: http.IncomingMessage, end: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = () => end(storableText(Buffer.concat(chunks)));
  response.on("data", (chunk: Buffer) => {
    if (length < MAX_STORED_CHARACTERS * 4) chunks.push(chunk.subarray(0, MAX_STORED_CHARACTERS * 4));
    length += chunk.length;
    if (length > MAX_READ_BYTES) response.destroy();
  });
  response.on("error", finish);
  response.on("close", finish);
}

// PostgreSQL cannot store NUL in text columns.
const storableText = (bytes: Buffer) =>
  bytes.toString("utf8").replaceAll("\0", "").slice(0, MAX_STORED_CHARACTERS);
