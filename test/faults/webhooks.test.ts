import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { announceEach } from "../../src/events/announce.ts";
import { newId } from "../../src/kernel/ids.ts";
import { Client } from "../support/clients/client.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import {
  aWebhook,
  isSignedBy,
  openReceiver,
  type Reaction,
  type Receiver,
} from "../support/services/webhook-receiver.ts";
import { pause, until, untilOrGivenUp } from "../support/time/until.ts";

/** More of them: TRADEWIND_TEST_EVENTS=100000 npx vitest run test/faults/webhooks.test.ts */
const EVENTS = Number(process.env["TRADEWIND_TEST_EVENTS"] ?? 10_000);
/** Orders that customers really place; the other events are written as placing an order writes them. */
const REAL_ORDERS = 50;
const WRITERS = 4;

let database: TestDatabase;
let db: Db;
let receiver: Receiver;
const programs: Program[] = [];

const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 8 });
    receiver = await openReceiver();
  },
  async () => {
    for (const { process } of programs) process.kill("SIGKILL");
    await Promise.all(programs.map(({ ended }) => ended));
    await receiver.close();
    await db.close();
    await database.drop();
  },
);

async function startServer(): Promise<{ program: Program; url: string }> {
  const program = tradewind(["start", "--no-demo"], {
    ...environmentOn(database.url),
    TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
    TRADEWIND_WEBHOOK_TIMEOUT: "1000",
    TRADEWIND_WEBHOOK_RETRY_PAUSE: "20",
  });
  programs.push(program);
  return { program, url: await urlOf(program) };
}

/** Fails three times of ten, in the ways that receivers fail. */
function unreliably(): Reaction {
  const chance = Math.random();
  if (chance < 0.2) return 500;
  if (chance < 0.29) return (response) => void response.destroy();
  // Never answers.
  return chance < 0.3 ? () => {} : 200;
}

/** Commits orders some at a time; of ten changes one is undone. */
async function write(count: number, { committed, undone }: Record<"committed" | "undone", Set<string>>) {
  let left = count;
  while (left > 0) {
    const ids = Array.from({ length: Math.min(left, 1 + Math.floor(Math.random() * 20)) }, () =>
      newId("order"),
    );
    const isKept = Math.random() > 0.1;
    const orders = ids.map((id) => ({ id, no_notification: null }));
    await inTransaction(db, async (tx) => {
      await announceEach(tx, "order.placed", orders);
      if (!isKept) throw new Error("undone");
    }).catch(() => {});
    for (const id of ids) (isKept ? committed : undone).add(id);
    if (isKept) left -= ids.length;
  }
}

async function placeRealOrders(url: string, committed: Set<string>) {
  const checkout = await openCheckout({ db, admin: await adminOf(url) });
  const variantId = await aSoldVariant(checkout, { stock: REAL_ORDERS });
  return async () => {
    for (let index = 0; index < REAL_ORDERS; index++) {
      const visitor = new Client(url);
      const items = [{ variant_id: variantId, quantity: 1 }];
      const { status, body } = await complete(visitor, await aReadyCart(visitor, checkout, { items }));
      expect(status).toBe(200);
      committed.add(body.data.id);
    }
  };
}

describe("webhooks of a shop in trouble", () => {
  it("lose no event, though receivers fail and servers die", async () => {
    const [doomed, steady] = await Promise.all([startServer(), startServer()]);
    const webhook = await aWebhook(await adminOf(steady.url), { url: receiver.url, events: ["order.*"] });
    receiver.react = unreliably;
    const committed = new Set<string>();
    const undone = new Set<string>();
    const placeOrders = await placeRealOrders(steady.url, committed);
    const share = Math.ceil((EVENTS - REAL_ORDERS) / WRITERS);
    const writing = Promise.all([
      placeOrders(),
      ...Array.from({ length: WRITERS }, () => write(share, { committed, undone })),
    ]);

    // Only what was answered with 200 counts as arrived; its signature must be good, and that of everything else.
    const arrived = new Set<string>();
    const forged: string[] = [];
    receiver.react = (message) => {
      if (!isSignedBy(webhook.secret, message)) forged.push(message.raw);
      const reaction = unreliably();
      if (reaction === 200) arrived.add(message.event.data.id);
      return reaction;
    };
    const reached = (part: number) => until(() => arrived.size >= EVENTS * part);
    const restartReceiver = async () => {
      await receiver.close();
      await pause(1_000);
      await receiver.open();
    };
    await reached(0.2);
    await restartReceiver();
    await reached(0.4);
    doomed.program.process.kill("SIGKILL");
    expect(await doomed.program.ended).toBe("SIGKILL");
    await reached(0.6);
    await restartReceiver();
    await startServer();
    await writing;
    expect(committed.size).toBeGreaterThanOrEqual(EVENTS);
    // Gives up where an event is missing; the comparison names it.
    await untilOrGivenUp(() => arrived.size >= committed.size, 300_000);

    const missing = [...committed].filter((id) => !arrived.has(id));
    const invented = [...arrived].filter((id) => !committed.has(id));
    expect({ missing, invented, forged }).toEqual({ missing: [], invented: [], forged: [] });
    expect([...undone].some((id) => arrived.has(id))).toBe(false);
    // The log of deliveries comes to the same result, once what the dead server had begun was tried again.
    const open = "select count(*) as count from tradewind.webhook_delivery where status <> 'delivered'";
    await until(async () => (await db.run<{ count: number }>({ text: open, values: [] }))[0]!.count === 0);
    const [delivered] = await db.run<{ count: number }>({
      text: "select count(distinct event_id) as count from tradewind.webhook_delivery",
      values: [],
    });
    expect(delivered!.count).toBe(committed.size);
  });
});
