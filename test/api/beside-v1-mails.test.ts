import { expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { anOrder, setOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { runBesideV1 } from "../support/v1/beside-v1.ts";

// The rule: each of the two systems sends the mails about its own changes, and never those of the other.
const mails = new MailServer();
const { it, shop } = withShop(undefined, () => mails.stop());
let place: Place;
let variantId: string;
it.beforeAll(async () => {
  await runBesideV1(shop);
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
});

const orderOf = (email: string) => anOrder(shop.visitor(), { place, variantId, email });

/** An order as v1 leaves it: the rows, and an event for v1's own subscribers. */
async function anOrderOfV1(email: string): Promise<string> {
  const { id } = await orderOf(email);
  await shop.db.run({ text: "delete from tradewind.event where data ->> 'id' = $1", values: [id] });
  await announceInV1(id, "order.placed");
  return id;
}

const announceInV1 = (id: string, event: string) =>
  shop.db.run({
    text: "insert into staged_job (id, event_name, data) values ($1, $2, $3)",
    values: [`job_${event}_${id}`, event, { id, no_notification: false }],
  });

const addresses = () => mails.received.flatMap(({ to }) => to);
const stagedForV1 = () => shop.db.run({ text: "select event_name from staged_job", values: [] });

it("beside v1, one mail is sent for each order of Tradewind, and none for an order of v1", async () => {
  // Before the mail server was entered, v1 sent the mails.
  await orderOf("before@example.com");
  const ofV1 = await anOrderOfV1("of-v1@example.com");
  const sender = await anotherProcess(shop, { TRADEWIND_SMTP_URL: await mails.start() });
  try {
    await setOrder(shop, ofV1, { status: "completed", updated_at: new Date() });
    await announceInV1(ofV1, "order.completed");
    await orderOf("ours@example.com");
    await mails.mailTo("ours@example.com");
    // Events are handled in order of each entity, so another order comes after all of them.
    await orderOf("last@example.com");
    await mails.mailTo("last@example.com");
    expect(addresses()).toEqual(["ours@example.com", "last@example.com"]);
    // v1 sends what is here: only its own.
    expect(await stagedForV1()).toEqual([{ event_name: "order.placed" }, { event_name: "order.completed" }]);
  } finally {
    await sender.close();
  }
});
