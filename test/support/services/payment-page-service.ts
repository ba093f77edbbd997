import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface PagePayment {
  id: string;
  address: string;
  reference: string;
  amount: number;
  currency: string;
  status: "open" | "paid" | "declined" | "canceled";
  captured: number;
  refunded: number;
}

interface Reply {
  status: number;
  body?: unknown;
  location?: string;
}

const SECRET = "page-secret";

/** The service that examples/plugin/pay-by-redirect.ts talks to, and the page on which its shoppers pay. */
export class PaymentPageService {
  readonly payments: PagePayment[] = [];
  private readonly returnUrls = new Map<string, string>();
  /** By the path and the idempotency key. */
  private readonly replies = new Map<string, Reply>();
  private url = "";
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(({ status, body, location }) => {
      response.writeHead(status, { "content-type": "application/json", ...(location && { location }) });
      response.end(JSON.stringify(body ?? {}));
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop = (): Promise<void> => new Promise((resolve) => this.server.close(() => resolve()));

  get environment(): Record<string, string> {
    return { PAY_SERVICE_URL: this.url, PAY_SERVICE_TOKEN: "page-token", PAY_SERVICE_SECRET: SECRET };
  }

  of = (cartId: string): PagePayment[] => this.payments.filter(({ reference }) => reference === cartId);

  /** A message to the shop about the payment, with its signature. */
  message(payment: PagePayment, { type = payment.status, secret = SECRET, age = 0 } = {}) {
    const raw = JSON.stringify({ type, payment });
    const time = Math.floor(Date.now() / 1000) - age;
    const signature = createHmac("sha256", secret).update(`${time}.${raw}`).digest("hex");
    const headers = { "content-type": "application/json", "x-signature": `t=${time},v1=${signature}` };
    return { raw, headers };
  }

  private async answer(request: IncomingMessage): Promise<Reply> {
    const [, kind, id, step] = (request.url ?? "").split("/");
    const sent = await text(request);
    const payment = this.payments.find((each) => each.id === id);
    if (kind === "pay") return payment ? this.pay(payment, sent) : { status: 404 };
    if (request.headers.authorization !== "Bearer page-token") return { status: 401 };
    if (request.method === "GET") return payment ? { status: 200, body: payment } : { status: 404 };
    const key = request.headers["idempotency-key"];
    const place = `${request.url} ${key}`;
    const reply = (key && this.replies.get(place)) || this.change(payment, step, JSON.parse(sent));
    if (key) this.replies.set(place, reply);
    return reply;
  }

  /** The shopper sends the form of the page, and is sent back to the storefront. */
  private pay(payment: PagePayment, card: string): Reply {
    if (payment.status !== "open") return { status: 409 };
    payment.status = card === "card=declined" ? "declined" : "paid";
    return { status: 303, location: this.returnUrls.get(payment.id)! };
  }

  private change(
    payment: PagePayment | undefined,
    step: string | undefined,
    body: Record<string, unknown>,
  ): Reply {
    if (step === undefined) return { status: 200, body: this.open(body) };
    if (!payment) return { status: 404 };
    if (step === "cancel") {
      if (payment.status === "declined" || payment.captured > 0) return { status: 409 };
      payment.status = "canceled";
      return { status: 200, body: payment };
    }
    if (payment.status !== "paid") return { status: 409 };
    payment[step === "captures" ? "captured" : "refunded"] += Number(body["amount"]);
    return { status: 200, body: payment };
  }

  private open({ return_url, ...asked }: Record<string, unknown>): PagePayment {
    const id = `pay_${this.payments.length + 1}`;
    const payment = {
      id,
      address: `${this.url}/pay/${id}`,
      status: "open",
      captured: 0,
      refunded: 0,
      ...asked,
    };
    this.payments.push(payment as PagePayment);
    this.returnUrls.set(id, String(return_url));
    return payment as PagePayment;
  }
}
