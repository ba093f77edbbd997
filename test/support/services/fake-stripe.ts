import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parse } from "qs";
import type { PaymentWebhook } from "../../../src/providers/ports/payment.ts";
import { FakeAccount, type Params, StripeRefusal } from "./fake-stripe-account.ts";

interface Asked {
  method: string;
  path: string;
  params: Params;
  idempotencyKey: string | undefined;
  headers: IncomingMessage["headers"];
}

interface Answer {
  status: number;
  body: object;
}

/**
 * What goes wrong with the next request: `hang` never answers, `refuse` drops the connection before anything is done,
 * `lose` after it; an answer is given in place of doing anything, and is repeated for its key if it `isKept`.
 */
type Fault = "hang" | "refuse" | "lose" | (Answer & { isKept?: boolean });

/** Stripe, as far as the shop asks it: https://docs.stripe.com/api. Listens on a port of its own. */
export class FakeStripe {
  readonly apiKey = "sk_test_51FakeKeyOfTheTests";
  readonly webhookSecret = "whsec_fakeSecretOfTheTests";
  account = new FakeAccount();
  asked: Asked[] = [];
  faults: Fault[] = [];
  url = "";
  private readonly kept = new Map<string, { request: string; answer: Answer }>();
  private readonly server = createServer((request, response) => this.serve(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A day later: Stripe no longer knows the idempotency keys. */
  forgetKeys(): void {
    this.kept.clear();
  }

  reset(): void {
    this.account = new FakeAccount();
    this.asked = [];
    this.faults = [];
    this.forgetKeys();
  }

  /** `POST /v1/payment_intents` and the like, without ids. */
  calls(): string[] {
    return this.asked.map(({ method, path }) => `${method} ${path.replace(/\/(pi|cus)_\w+/, "/:id")}`);
  }

  /** A message to the webhook address, signed as Stripe does. */
  message(
    type: string,
    object: object,
    { secret = this.webhookSecret, sentAt = new Date() }: { secret?: string; sentAt?: Date } = {},
  ): PaymentWebhook {
    const rawBody = Buffer.from(
      JSON.stringify({ id: "evt_1", object: "event", type, data: { object } }, null, 2),
    );
    const time = Math.floor(sentAt.getTime() / 1000);
    const signature = createHmac("sha256", secret).update(`${time}.`).update(rawBody).digest("hex");
    return { rawBody, headers: { "stripe-signature": `t=${time},v1=${signature}` } };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", headers } = request;
    const url = new URL(request.url ?? "/", "http://stripe");
    const form = method === "GET" ? url.search.slice(1) : await text(request);
    const key = headers["idempotency-key"];
    const idempotencyKey = Array.isArray(key) ? key[0] : key;
    const params = parse(form, { depth: 5 }) as Params;
    const asked = { method, path: url.pathname, params, idempotencyKey, headers };
    this.asked.push(asked);
    const fault = this.faults.shift();
    if (fault === "hang") return;
    if (fault === "refuse") return void response.destroy();
    const { status, body, isRepeated } = this.once(
      asked,
      form,
      typeof fault === "object" ? fault : undefined,
    );
    if (fault === "lose") return void response.destroy();
    response.writeHead(status, {
      "content-type": "application/json",
      "request-id": `req_${this.asked.length}`,
      ...(isRepeated ? { "idempotent-replayed": "true" } : {}),
    });
    response.end(JSON.stringify(body));
  }

  /** Idempotency keys: https://docs.stripe.com/api/idempotent_requests */
  private once(asked: Asked, form: string, fault?: Exclude<Fault, string>): Answer & { isRepeated?: true } {
    const { method, path, idempotencyKey } = asked;
    if (idempotencyKey && idempotencyKey.length > 255) {
      return refused(400, {
        type: "invalid_request_error",
        message: "Idempotency keys have at most 255 characters.",
      });
    }
    const request = `${method} ${path} ${form}`;
    const earlier = idempotencyKey ? this.kept.get(idempotencyKey) : undefined;
    if (earlier && earlier.request !== request) {
      return refused(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
      });
    }
    if (earlier) return { ...earlier.answer, isRepeated: true };
    const answer = fault ?? this.answer(asked);
    // A request with wrong parameters is not stored under its key.
    const isKept = fault ? fault.isKept : answer.status < 400;
    if (idempotencyKey && isKept) {
      // As it is now: later changes of the object do not show.
      this.kept.set(idempotencyKey, { request, answer: structuredClone(answer) });
    }
    return answer;
  }

  private answer({ method, path, params, headers }: Asked): Answer {
    if (headers.authorization !== `Bearer ${this.apiKey}`) {
      const message = `Invalid API Key provided: ${String(headers.authorization).slice(7, 16)}********Test`;
      return refused(401, { type: "invalid_request_error", message });
    }
    try {
      return { status: 200, body: structuredClone(this.route(method, path, params)) };
    } catch (error) {
      if (error instanceof StripeRefusal) return refused(error.status, error.error);
      throw error;
    }
  }

  private route(method: string, path: string, params: Params): object {
    const [, , resource, id = "", action = ""] = path.split("/");
    const list = (data: object[]) => ({ object: "list", data, has_more: false, url: path });
    const { account } = this;
    switch (`${method} ${resource}${id ? "/:id" : ""}${action ? `/${action}` : ""}`) {
      case "POST payment_intents":
        return shown(account.createIntent(params), params);
      case "GET payment_intents/:id":
        return shown(account.intent(id), params);
      case "POST payment_intents/:id":
        return shown(account.updateIntent(id, params), params);
      case "POST payment_intents/:id/cancel":
        return shown(account.cancelIntent(id, params), params);
      case "POST payment_intents/:id/capture":
        return shown(account.captureIntent(id, params), params);
      case "POST refunds":
        return account.createRefund(params);
      case "GET refunds":
        return list(account.refunds.filter((each) => each.payment_intent === params["payment_intent"]));
      case "POST customers":
        return account.createCustomer(params);
      case "GET customers":
        return list(account.customers.filter((each) => !each.deleted && each.email === params["email"]));
      case "GET customers/:id":
        return account.customers.find((each) => each.id === id) ?? {};
      case "GET customers/:id/payment_methods":
        return list(account.methods.filter((each) => each["customer"] === id));
      default:
        throw new StripeRefusal(404, {
          type: "invalid_request_error",
          message: `Unrecognized request URL (${method}: ${path}).`,
        });
    }
  }
}

const refused = (status: number, error: StripeRefusal["error"]): Answer => ({ status, body: { error } });

/** Related objects are ids unless they are asked for. */
const shown = <Thing extends { latest_charge: { id: string } | null }>(intent: Thing, params: Params) => ({
  ...intent,
  latest_charge: params["expand"]?.includes("latest_charge")
    ? intent.latest_charge
    : (intent.latest_charge?.id ?? null),
});
