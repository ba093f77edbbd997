import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { announce } from "../../src/events/announce.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { aWebhook, openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { patience } from "../support/time/patience.ts";
import { until } from "../support/time/until.ts";

const TIMEOUT = Math.min(patience(500), 60_000);

let receiver: Receiver;
const { it, shop } = withShop(() =>
  startShop({
    TRADEWIND_JOBS: "1",
    TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
    TRADEWIND_WEBHOOK_TIMEOUT: String(TIMEOUT),
  }),
);
it.beforeEach(async () => {
  receiver = await openReceiver();
});
it.afterEach(() => receiver.close());

/** The delivery of an event to a new webhook, after its first attempt. */
async function firstAttempt(event: string) {
  const webhook = await aWebhook(shop.admin, { url: receiver.url, events: [event] });
  await inTransaction(shop.db, (tx) => announce(tx, event, { id: "thing_1" }));
  const deliveries = async () =>
    (await shop.admin.get(`/admin/webhooks/${webhook.id}/deliveries`)).body.deliveries;
  await until(async () => ["retrying", "delivered"].includes((await deliveries())[0]?.status));
  const { body } = await shop.admin.get(`/admin/webhooks/${webhook.id}`);
  return { delivery: (await deliveries())[0], webhook: body.webhook };
}

describe("a receiver that is slow", () => {
  it("gets the event again if it answers nothing in time", async () => {
    receiver.react = () => () => {};
    const { delivery, webhook } = await firstAttempt("silent.event");
    expect(delivery).toMatchObject({
      status: "retrying",
      error: `no answer within ${TIMEOUT} ms`,
      response_status: null,
      delivered_at: null,
      next_try_at: expect.any(String),
    });
    expect(webhook.failures).toBeGreaterThan(0);
  });

  it("has accepted the event if the status is in time, even if the body is slow", async () => {
    receiver.react = () => (response) => void response.writeHead(200).write("so far");
    const { delivery } = await firstAttempt("slow.event");
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1, response_body: "so far" });
  });
});
