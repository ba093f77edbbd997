import fc from "fast-check";
import pg from "pg";
import { AnswerSchemas, type ApiDocument } from "../checks/answer-schemas.ts";
import { brokenRules } from "./books.ts";
import { Callers } from "./callers.ts";
import type { FuzzShop } from "./fuzz-shop.ts";
import { type Change, Ledger, mayChange } from "./ledger.ts";
import { messageOf } from "./messages.ts";
import { nameOf, type Operation, operationsOf } from "./operations.ts";
import { adminOf } from "./populated.ts";
import { randomFrom, shuffled } from "./random.ts";
import { type Planned, requestsTo } from "./requests.ts";
import { liveThroughStories } from "./stories.ts";
import { Tally } from "./tally.ts";
import { Things } from "./things.ts";
import { faultOf } from "./verdict.ts";
import { type Message, type Reply, Wire } from "./wire.ts";

// The existing rows are read again after this number of requests.
const LOOK = 200;
// After this number, rows that were used up or deleted are created again.
const RENEWAL = 2_500;

/** Sends requests one after the other, so that it is known which of them did what. */
export class Campaign {
  readonly tally = new Tally();
  private readonly wire: Wire;
  private readonly callers: Callers;
  private faultsSeen = 0;

  private constructor(
    private readonly shop: FuzzShop,
    private readonly client: pg.Client,
    private readonly parts: {
      operations: Operation[];
      schemas: AnswerSchemas;
      things: Things;
      ledger: Ledger;
    },
  ) {
    this.wire = new Wire(shop.baseUrl);
    this.callers = new Callers(shop);
  }

  get operations(): readonly Operation[] {
    return this.parts.operations;
  }

  /** On a shop whose database has the triggers of the ledger. */
  static async on(shop: FuzzShop): Promise<Campaign> {
    const client = new pg.Client({ connectionString: shop.databaseUrl });
    await client.connect();
    const operations = await operationsOf(adminOf(shop));
    const things = new Things(client, [shop.adminId]);
    const { body } = await adminOf(shop).get("/openapi.json");
    const schemas = new AnswerSchemas(body as ApiDocument);
    return new Campaign(shop, client, { operations, schemas, things, ledger: await Ledger.open(client) });
  }

  async run(requests: number, seed: number): Promise<void> {
    const planned = plan(this.parts.operations, requests, seed);
    for (const [number, each] of planned.entries()) {
      if (number > 0 && number % RENEWAL === 0) await this.renew();
      if (number % LOOK === 0) await this.parts.things.look();
      await this.send(each);
    }
    for (const rule of await brokenRules(this.client)) this.tally.found({ fault: rule });
  }

  async close(): Promise<void> {
    this.wire.close();
    await this.client.end();
  }

  /** As far as it is possible: the rows that it needs may be deleted. */
  private async renew(): Promise<void> {
    await liveThroughStories(this.shop).catch(() => {});
    await this.parts.ledger.news();
  }

  private async send(planned: Planned): Promise<void> {
    const caller = await this.callers.of(planned, () => this.parts.ledger.news());
    const message = messageOf(planned, this.parts.things, caller.context);
    message.headers = { ...caller.headers, ...message.headers };
    const began = performance.now();
    const reply = await this.wire.send(message);
    this.tally.answered(planned, reply, performance.now() - began);
    const faults = [
      faultOf(message, reply),
      await this.wroteWrongly(planned, reply),
      this.logged(),
      this.notAsDescribed(message, reply),
    ];
    const fault = faults.find((each) => each !== null);
    if (fault)
      this.tally.found({ operation: nameOf(planned.operation), kind: planned.kind, fault, message, reply });
    if (reply.status === 401 && planned.operation.path.startsWith("/store")) this.callers.forget();
  }

  /** A refusal changes nothing, and neither does reading. */
  private async wroteWrongly({ operation }: Planned, { status }: Reply): Promise<string | null> {
    const changes = await this.parts.ledger.news();
    if (status < 400 && operation.method !== "GET") return null;
    const wrong = changes.find(({ table }) => !mayChange(nameOf(operation), table));
    return wrong ? `answers ${status}, but changes ${told(wrong)}` : null;
  }

  /** Where an answer differs from its schema in the API description. */
  private notAsDescribed({ method, path }: Message, { status, headers, text }: Reply): string | null {
    if (!headers["content-type"]?.startsWith("application/json")) return null;
    const [fault] = this.parts.schemas.faultsOf({ method, path, status, body: JSON.parse(text) });
    return fault === undefined ? null : `is not as described: ${fault}`;
  }

  /** What the server itself calls a fault. */
  private logged(): string | null {
    const [line] = this.shop.faults.slice(this.faultsSeen);
    this.faultsSeen = this.shop.faults.length;
    return line === undefined ? null : `logs ${line.slice(0, 500)}`;
  }
}

const told = ({ table, before, after }: Change) =>
  `${table}: ${JSON.stringify(before)?.slice(0, 400)} is now ${JSON.stringify(after)?.slice(0, 400)}`;

/** What can go wrong in most ways is asked most. */
const weightOf = ({ path, method }: Operation): number => {
  // Much must still be there when the others come.
  if (method !== "POST") return 1;
  return /carts|orders|order-edits|returns|swaps|payment-collections|draft-orders/.test(path) ? 3 : 2;
};

/** So many requests to all operations, mixed; the same for the same seed. */
function plan(operations: Operation[], requests: number, seed: number): Planned[] {
  const random = randomFrom(seed);
  const all = operations.reduce((sum, each) => sum + weightOf(each), 0);
  const planned = operations.flatMap((operation) => {
    const numRuns = Math.max(1, Math.ceil((requests * weightOf(operation)) / all));
    return fc.sample(requestsTo(operation), { numRuns, seed: Math.floor(random() * 2 ** 31) });
  });
  return shuffled(planned, random);
}
