import { ApiError, failureOf, refusalOf, timeoutOf } from "./api-error.ts";
import type { CookieJar } from "./cookie-jar.ts";
import type { Answer, CallOptions, ParseAs } from "./types.ts";

export interface Prepared extends CallOptions {
  method: string;
  url: string;
  /** The path of the description. */
  template: string;
  content: { body?: FormData | string; headers: Record<string, string> };
  idempotencyKey: string | undefined;
  parseAs: ParseAs | undefined;
}

export interface Transport {
  fetch: typeof globalThis.fetch;
  credentials: "include" | "same-origin" | "omit";
  cookies: CookieJar | undefined;
  /** Those of every request: tokens and keys. */
  headers(): Record<string, string>;
  timeout: number;
  retries: number;
}

const FIRST_PAUSE = 1000;
/** A server that wants a longer pause gets no further request: its answer is for the caller. */
const LONGEST_PAUSE = 30_000;

/** Sends a request, again if that is safe, until there is an answer, or no further attempt is worth it. */
export async function send(transport: Transport, request: Prepared): Promise<Answer<unknown>> {
  const { signal, timeout = transport.timeout, retries = transport.retries } = request;
  const limit = limitOf(timeout);
  const ending = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await sendOnce(transport, request, ending);
      } catch (error) {
        signal?.throwIfAborted();
        if (limit.signal.aborted) throw timeoutOf(timeout, circumstancesOf(request));
        const wait = attempt < retries && isSafe(request) ? pauseAfter(error, attempt) : undefined;
        if (wait === undefined) throw error;
        await pause(wait, ending);
        signal?.throwIfAborted();
        if (limit.signal.aborted) throw error;
      }
    }
  } finally {
    limit.clear();
  }
}

const circumstancesOf = ({ method, template, idempotencyKey }: Prepared) => ({
  operation: `${method} ${template}`,
  idempotencyKey,
});

/** What the server carries out once, however often it gets it. */
const isSafe = ({ method, idempotencyKey }: Prepared) => method === "GET" || idempotencyKey !== undefined;

/** Milliseconds until the next attempt; undefined when the answer would be the same. */
function pauseAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status, type, retryAfter } = error;
  if (retryAfter !== undefined && [409, 429, 503].includes(status))
    return retryAfter * 1000 <= LONGEST_PAUSE ? retryAfter * 1000 : undefined;
  const isOut = (status === 0 && type === "network") || [502, 503, 504].includes(status);
  // At random, so that not all clients come back at once.
  return isOut ? FIRST_PAUSE * 2 ** attempt * (0.5 + Math.random() / 2) : undefined;
}

async function sendOnce(transport: Transport, request: Prepared, signal: AbortSignal) {
  const { method, url, content, idempotencyKey } = request;
  const { fetch, credentials, cookies } = transport;
  const cookie = cookies?.header(url);
  // Names of headers may differ in their case: the last value of each is sent.
  const headers = new Headers({ ...(cookie && { cookie }), ...content.headers });
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  for (const given of [transport.headers(), request.headers ?? {}])
    for (const [name, value] of Object.entries(given)) headers.set(name, value);
  try {
    const { body } = content;
    const init = { method, headers, credentials, signal, ...(body !== undefined && { body }) };
    const response = await fetch(url, init);
    cookies?.store(response.headers.getSetCookie());
    if (!response.ok) throw await refusalOf(response, circumstancesOf(request));
    return { data: await contentIn(response, request.parseAs), response };
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    throw failureOf(error, circumstancesOf(request));
  }
}

async function contentIn(response: Response, parseAs: ParseAs | undefined): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (parseAs === "stream" || (!parseAs && type.startsWith("text/event-stream"))) return response.body;
  if (parseAs === "text" || (!parseAs && type.startsWith("text/"))) return response.text();
  if (parseAs === "blob" || (!parseAs && type !== "" && !type.includes("json"))) return response.blob();
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

function limitOf(timeout: number) {
  const controller = new AbortController();
  const timer = timeout > 0 ? setTimeout(() => controller.abort(), timeout) : undefined;
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Ends early when the signal does. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
