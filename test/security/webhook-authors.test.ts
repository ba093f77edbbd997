import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { announce } from "../../src/events/announce.ts";
import type { Client } from "../support/clients/client.ts";
import { aMemberWith, aRole, type Member } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { aWebhook, openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";

let receiver: Receiver;
const { it, shop } = withShop(() =>
  startShop({
    TRADEWIND_JOBS: "1",
    TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
    TRADEWIND_WEBHOOK_RETRY_PAUSE: "20",
  }),
);
it.beforeEach(async () => {
  receiver = await openReceiver();
});
it.afterEach(() => receiver.close());

let happened = 0;
const happen = (...names: string[]) =>
  inTransaction(shop.db, async (tx) => {
    for (const name of names) await announce(tx, name, { id: `thing_${++happened}` });
  });

/** Events arrive in order, so nothing comes any more of what happened before. */
async function arrived(name: string): Promise<string[]> {
  await until(() => receiver.names().includes(name));
  return receiver.names();
}

const anAuthor = async (...permissions: string[]) =>
  aMemberWith(shop, await aRole(shop, "webhooks:read", "webhooks:write", ...permissions));
const hook = (client: Client, input = {}) => aWebhook(client, { url: receiver.url, events: ["*"], ...input });
const give = async (user: Member, ...permissions: string[]) =>
  shop.admin.post(`/admin/users/${user.id}/role`, { role_id: await aRole(shop, ...permissions) });
const webhook = async (id: string) => (await shop.admin.get(`/admin/webhooks/${id}`)).body.webhook;

describe("a webhook", () => {
  it("gets of all events those that its author may read", async () => {
    const author = await anAuthor("orders:read");
    expect(await hook(author.client)).toMatchObject({ author_id: author.id });
    await happen("user.updated", "customer.created", "webhook.updated", "order.placed");
    expect(await arrived("order.placed")).not.toContain("user.updated");
    expect(receiver.names()).not.toContain("customer.created");
  });

  it("gets nothing of what its author may not read any more, nor what waits, nor what is sent again", async () => {
    const author = await anAuthor("orders:read", "products:read");
    receiver.react = () => 500;
    const { id } = await hook(author.client, { events: ["order.placed", "product.updated"] });
    await happen("order.placed");
    await until(() => receiver.received.length > 0);
    await give(author, "webhooks:read", "webhooks:write", "products:read");
    const dead = async () =>
      (await shop.admin.get(`/admin/webhooks/${id}/deliveries?status=dead`)).body.deliveries;
    await until(async () => (await dead()).length === 1);
    const [delivery] = await dead();
    expect(delivery.error).toContain("may not read this event");
    receiver.received.length = 0;
    receiver.react = () => 200;
    await shop.admin.post(`/admin/webhooks/${id}/deliveries/${delivery.id}/retry`);
    await shop.admin.post(`/admin/webhooks/${id}/replay`, { since: "2020-01-01" });
    await happen("order.placed", "product.updated");
    expect(await arrived("product.updated")).not.toContain("order.placed");
  });

  it("gets nothing when its author may not have webhooks any more", async () => {
    const author = await anAuthor("orders:read");
    const { id } = await hook(author.client);
    await hook(shop.admin, { url: receiver.url, events: ["product.updated"] });
    await give(author, "orders:read", "products:read");
    await happen("order.placed");
    // The other webhook is behind it.
    await happen("product.updated");
    await arrived("product.updated");
    await until(async () => {
      const [behind] = await shop.db.run<{ yes: boolean }>({
        text: `select exists (select from tradewind.event_cursor cursor, tradewind.event
          where subscriber = $1 and (event.tx, event.seq) > (cursor.tx, cursor.seq)) as yes`,
        values: [`webhook:${id}`],
      });
      return !behind!.yes;
    });
    expect(receiver.names()).not.toContain("order.placed");
  });

  it("is switched off with its author, and goes on for the user who switches it on", async () => {
    const author = await anAuthor("orders:read");
    const { id } = await hook(author.client);
    await shop.admin.delete(`/admin/users/${author.id}`);
    expect(await webhook(id)).toMatchObject({
      is_active: false,
      disabled_reason: "The user who created it was deleted",
    });
    await happen("order.placed");
    await shop.admin.post(`/admin/webhooks/${id}`, { is_active: true });
    expect(await webhook(id)).toMatchObject({ is_active: true, author_id: shop.adminId });
    expect(await arrived("order.placed")).toContain("order.placed");
  });

  it("belongs to the user who changes where events go, not to one who describes it", async () => {
    const { id } = await hook(shop.admin);
    const author = await anAuthor("orders:read");
    await author.client.post(`/admin/webhooks/${id}`, { description: "To the books" });
    expect((await webhook(id)).author_id).toBe(shop.adminId);
    await author.client.post(`/admin/webhooks/${id}`, { url: `${receiver.url}/elsewhere` });
    expect((await webhook(id)).author_id).toBe(author.id);
    await happen("user.updated", "order.placed");
    expect(await arrived("order.placed")).not.toContain("user.updated");
  });
});
