import type { CookieJar } from "./cookie-jar.ts";
import { eventsOf, type StreamMessage, type StreamOptions } from "./events.ts";
import { rowsOfPages } from "./pages.ts";
import { contentOf, newIdempotencyKey, takesKey, urlOf } from "./request.ts";
import { send, type Transport } from "./send.ts";
import type {
  Answer,
  AnswerOf,
  CallOptions,
  InitOf,
  ListPath,
  Method,
  Operation,
  PageOptionsOf,
  ParseAs,
  PathOf,
  RowOf,
} from "./types.ts";

export interface ClientOptions {
  /** Where the API is: "https://shop.example". In a browser, the host of the page if it is empty. */
  baseUrl?: string | undefined;
  /** A JWT, or the `api_token` of a user: `Authorization: Bearer`. */
  token?: string | undefined;
  /** The `api_token` of a user, as clients of v1 send it: `x-medusa-access-token`. */
  apiToken?: string | undefined;
  /** Limits the storefront to the sales channels of the key. */
  publishableKey?: string | undefined;
  /** The session where there is no browser. */
  cookies?: CookieJar | undefined;
  /** Whether a browser sends its cookies: `include` unless it is set. */
  credentials?: "include" | "same-origin" | "omit" | undefined;
  /** Of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds for a request with its retries: 60 seconds unless it is set, 0 for no limit. Uploads of files have none. */
  timeout?: number | undefined;
  /** How often a request is sent again at most: 3 unless it is set. */
  retries?: number | undefined;
  fetch?: typeof globalThis.fetch | undefined;
}

export interface Credentials {
  email: string;
  password: string;
}

type Call<M extends Method> = <P extends PathOf<M>, A extends ParseAs>(
  path: P,
  ...init: InitOf<Operation<P, M>, A>
) => Promise<AnswerOf<Operation<P, M>, A>>;

/** Its paths, parameters, bodies and answers are those of docs/openapi.json. A refused request throws an `ApiError`. */
export interface TradewindClient {
  GET: Call<"get">;
  /** Gets an idempotency key, so that its retries do the work once. */
  POST: Call<"post">;
  DELETE: Call<"delete">;
  /** The rows of a list, page by page as they are needed. `limit` is the size of a page. */
  pages<P extends ListPath>(path: P, ...options: PageOptionsOf<P>): AsyncGenerator<RowOf<P>, void, undefined>;
  /** The events of the shop as they happen. Connects again after a break, without a gap. */
  events(options?: StreamOptions): AsyncGenerator<StreamMessage, void, undefined>;
  /** Logs a user (`admin`) or a customer (`store`) in with a JWT, which further requests carry. Returns it. */
  logIn(surface: "admin" | "store", credentials: Credentials): Promise<string>;
  /** The token of further requests; none without it. */
  setToken(token: string | undefined): void;
}

interface Sent extends CallOptions {
  params?: { path?: object; query?: object; header?: { "Idempotency-Key"?: string | undefined } };
  body?: unknown;
  idempotencyKey?: string | undefined;
  parseAs?: ParseAs;
}

const TIMEOUT = 60_000;
const RETRIES = 3;

function transportOf(options: ClientOptions, token: () => string | undefined): Transport {
  const { apiToken, publishableKey, headers = {} } = options;
  return {
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    credentials: options.credentials ?? "include",
    cookies: options.cookies,
    timeout: options.timeout ?? TIMEOUT,
    retries: options.retries ?? RETRIES,
    headers: () => ({
      ...(token() !== undefined && { authorization: `Bearer ${token()}` }),
      ...(apiToken !== undefined && { "x-medusa-access-token": apiToken }),
      ...(publishableKey !== undefined && { "x-publishable-api-key": publishableKey }),
      ...headers,
    }),
  };
}

type Run = (method: string, template: string, sent?: Sent) => Promise<Answer<unknown>>;

function runnerOf(transport: Transport, baseUrl: string): Run {
  return async (method, template, { params = {}, body, idempotencyKey, parseAs, ...call } = {}) => {
    const content = contentOf(body);
    const key =
      idempotencyKey ??
      params.header?.["Idempotency-Key"] ??
      new Headers(call.headers).get("idempotency-key") ??
      newIdempotencyKey();
    const isUpload = typeof content.body === "object";
    return send(transport, {
      ...call,
      ...(isUpload && call.timeout === undefined && { timeout: 0 }),
      method,
      template,
      url: baseUrl + urlOf(template, params),
      content,
      idempotencyKey: takesKey(method, template) ? key : undefined,
      parseAs,
    });
  };
}

export function createClient(options: ClientOptions = {}): TradewindClient {
  const baseUrl = (options.baseUrl ?? "").replace(/\/+$/, "");
  if (baseUrl === "" && !("location" in globalThis)) throw new TypeError("createClient: baseUrl is missing");
  let { token } = options;
  const run = runnerOf(
    transportOf(options, () => token),
    baseUrl,
  );
  const call =
    (method: string) =>
    (template: string, sent?: Sent): Promise<unknown> =>
      run(method, template, sent);
  return {
    GET: call("GET") as Call<"get">,
    POST: call("POST") as Call<"post">,
    DELETE: call("DELETE") as Call<"delete">,
    pages: ((template: string, { path, query, ...sent }: PagesSent = {}) => {
      const read = async (offset: number) =>
        (
          await run("GET", template, {
            ...sent,
            params: { ...(path && { path }), query: { ...query, offset } },
          })
        ).data;
      return rowsOfPages(read, query?.offset);
    }) as TradewindClient["pages"],
    events({ name, entity_id, ...stream } = {}) {
      const open = async (after: string | undefined) => {
        const params = { query: { name, entity_id, after } };
        const { data } = await run("GET", "/admin/events/stream", { ...stream, params, retries: 0 });
        return data as NonNullable<Response["body"]>;
      };
      return eventsOf(open, stream);
    },
    async logIn(surface, credentials) {
      const { data } = await run("POST", `/${surface}/auth/token`, { body: credentials });
      token = (data as { access_token: string }).access_token;
      return token;
    },
    setToken(given) {
      token = given;
    },
  };
}

interface PagesSent extends CallOptions {
  path?: object;
  query?: { offset?: number };
}
