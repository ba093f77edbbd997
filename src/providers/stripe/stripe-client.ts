import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import { currentTraceparent } from "../../db/transactions/trace-context.ts";
import { problemOf } from "./stripe-problem.ts";
import type { StripeSettings } from "./stripe-settings.ts";

export interface StripeClient {
  /** Throws a refusal, or an error that is safe to log. */
  call<Answer>(request: (stripe: Stripe) => Promise<Answer>): Promise<Answer>;
}

const TIMEOUT = 10_000;
/** After timeouts, lost connections and errors at Stripe, with the idempotency key of the first attempt. */
const RETRIES = 2;

/** The SDK is large, so it is loaded with the first payment. */
export function stripeClient({ apiKey, apiUrl, timeout = TIMEOUT }: StripeSettings): StripeClient {
  let opened: Promise<Stripe> | undefined;
  const open = async () => {
    const { Stripe: Sdk } = await import("./stripe-library.ts");
    return new Sdk(apiKey, {
      ...addressOf(apiUrl),
      timeout,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      appInfo: { name: "Tradewind" },
      httpClient: tracedClient(Sdk.createNodeHttpClient()),
    });
  };
  return {
    async call(request) {
      opened ??= open();
      const stripe = await opened;
      try {
        return await request(stripe);
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/** While tracing is on, the requests carry the trace of the payment. */
function tracedClient(client: HttpClient): HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) => {
    const traceparent = currentTraceparent();
    return send(
      host,
      port,
      path,
      method,
      traceparent === null ? headers : { ...headers, traceparent },
      ...rest,
    );
  };
  return client;
}

function addressOf(apiUrl: string | undefined) {
  if (!apiUrl) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === "http:";
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ("http" as const) : ("https" as const),
  };
}

/** The maximum at Stripe. */
const MAX_LENGTH = 255;

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** An idempotency key of one operation, e.g. `tw-refund-ref_01…`. */
export function keyFor(what: string, id: string): string {
  const key = `tw-${what}-${id}`;
  return key.length <= MAX_LENGTH ? key : `tw-${what}-${hashOf(id)}`;
}

/**
 * An idempotency key to create an object with these properties. They are part of the key, because Stripe refuses a key that is
 * repeated with other properties.
 */
export const keyForMaking = (what: string, id: string, properties: object): string =>
  keyFor(what, `${id}-${hashOf(properties).slice(0, 32)}`);

/**
 * Whether Stripe repeated its answer to an earlier call with the same key. Such an answer is as old as that call: the
 * object may have changed since.
 */
export const isRepeated = (answer: Stripe.Response<unknown>): boolean =>
  answer.lastResponse.headers["idempotent-replayed"] === "true";
