import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { patience } from "../support/time/patience.ts";

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
}

export interface Failure {
  visitor: number;
  what: string;
  why: string;
}

const PATIENCE = patience(20_000);

/**
 * A client with one connection that stays open. Nothing is sent again when it fails, as browsers and `fetch` may do:
 * whatever a server loses, is lost.
 */
export class Visitor {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    readonly number: number,
    private readonly baseUrl: string,
  ) {}

  get = (path: string): Promise<Reply> => this.send("GET", path);

  post = (path: string, body?: unknown, key?: string): Promise<Reply> =>
    this.send("POST", path, { body, key });

  leave(): void {
    this.agent.destroy();
  }

  private send(method: string, path: string, { body, key }: { body?: unknown; key?: string } = {}) {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(payload === undefined ? {} : { "content-length": Buffer.byteLength(payload) }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    const options = { method, headers, agent: this.agent, timeout: PATIENCE };
    return new Promise<Reply>((resolve, reject) => {
      const asked = request(this.baseUrl + path, options, (answer) => {
        text(answer).then((said) => resolve(replyOf(answer.statusCode!, answer.headers, said)), reject);
      });
      asked.on("timeout", () => asked.destroy(new Error("no answer")));
      asked.on("error", reject);
      asked.end(payload);
    });
  }
}

function replyOf(status: number, headers: IncomingHttpHeaders, said: string): Reply {
  try {
    return { status, headers, body: JSON.parse(said) };
  } catch {
    return { status, headers, body: said };
  }
}

/** What a visitor does again and again; it ends with true when the visitor has had enough. */
type Round = (visitor: Visitor, sent: Sent) => Promise<unknown>;

/** Sends something that has to be answered with 200; null and a failure on the list when it was not. */
type Sent = (what: string, reply: Promise<Reply>) => Promise<Reply | null>;

/** Visitors who send requests at the same time until the work is done. */
export class Visitors {
  readonly failures: Failure[] = [];
  answers = 0;
  private readonly all: Visitor[];
  private isOver = false;

  constructor(
    count: number,
    baseUrl: string | ((number: number) => string),
    private readonly round: Round,
  ) {
    const urlFor = typeof baseUrl === "string" ? () => baseUrl : baseUrl;
    this.all = Array.from({ length: count }, (_, number) => new Visitor(number, urlFor(number)));
  }

  /** A request of each of them before they begin, on their own connection. */
  each = <T>(ask: (visitor: Visitor) => Promise<T>): Promise<T[]> => Promise.all(this.all.map(ask));

  async during(work: () => Promise<void>): Promise<void> {
    const busy = this.all.map((visitor) => this.goOn(visitor));
    try {
      await work();
    } finally {
      this.isOver = true;
      await Promise.all(busy);
      for (const visitor of this.all) visitor.leave();
    }
  }

  /** Resolves after so many more answers: there is load. */
  async answered(count: number): Promise<void> {
    const goal = this.answers + count;
    while (this.answers < goal) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  private async goOn(visitor: Visitor): Promise<void> {
    const sent: Sent = async (what, reply) => {
      const fail = (why: string) => {
        this.failures.push({ visitor: visitor.number, what, why });
        return null;
      };
      const answer = await reply.catch((error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
      if (answer === null) return null;
      this.answers++;
      return answer.status === 200 ? answer : fail(`${answer.status} ${JSON.stringify(answer.body)}`);
    };
    while (!this.isOver) if ((await this.round(visitor, sent)) === true) return;
  }
}

/** Looks at the catalogue, makes a cart and puts something into it. */
export const browsing =
  ({ regionId, variantId }: { regionId: string; variantId: string }): Round =>
  async (visitor, sent) => {
    await sent("products", visitor.get("/store/products?limit=5"));
    await sent("regions", visitor.get("/store/regions"));
    const made = await sent("cart", visitor.post("/store/carts", { region_id: regionId }));
    if (!made) return;
    const line = { variant_id: variantId, quantity: 1 };
    await sent("line", visitor.post(`/store/carts/${made.body.cart.id}/line-items`, line));
    // The machine has more to do than this.
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
