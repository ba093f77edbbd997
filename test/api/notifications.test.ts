import { describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { Permissions } from "../../src/kernel/permissions.ts";
import { invalid } from "../../src/kernel/refusal.ts";
import { resendNotification } from "../../src/modules/orders/notifications/use-cases/send-notifications.ts";
import type { NotificationProvider, SentNotification } from "../../src/providers/ports/notification.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

type Resend = NotificationProvider["resend"];

/** A post office that notes what it was asked to send again. */
class PostOffice implements NotificationProvider {
  readonly id = "post";
  readonly events = [];
  asked: { sent: SentNotification; options: { to?: string } }[] = [];
  answer: Resend = async ({ to, data }, options) => ({ to: options.to ?? to, data });

  async send() {
    return null;
  }

  resend: Resend = (sent, options) => {
    this.asked.push({ sent, options });
    return this.answer(sent, options);
  };
}

const post = new PostOffice();
const delivers = post.answer;
const providers = new ProviderRegistry();
providers.notification.add(post);

const { it, shop } = withShop(() => startShop({}, { providers }));
it.beforeEach(() => {
  post.asked = [];
  post.answer = delivers;
});

const path = "/admin/notifications";
const list = (query: string) => shop.admin.get(`${path}?${query}`);
const resend = (id: string, body: unknown = {}) => shop.admin.post(`${path}/${id}/resend`, body);

/** As if a provider had sent a message. */
async function aNotification(input: Record<string, unknown> = {}): Promise<string> {
  const row = {
    id: newId("noti"),
    event_name: "order.placed",
    resource_type: "order",
    resource_id: "order_1",
    to: "ada@example.com",
    data: { text: "Thank you", token: "a secret token" },
    provider_id: "post",
    parent_id: null,
    ...input,
  };
  await shop.db.run({
    text: `insert into notification (id, event_name, resource_type, resource_id, "to", data, provider_id, parent_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: Object.values(row),
  });
  return row.id;
}

const resendsOf = (id: string) =>
  shop.db.run({
    text: `select "to", data, event_name, resource_type, resource_id, provider_id
      from notification where parent_id = $1 order by created_at, id`,
    values: [id],
  });

describe("the list of notifications", () => {
  it("shows sent notifications, newest first, page by page, without the provider's data", async () => {
    const resource_id = "order_listed";
    const made = [
      await aNotification({ resource_id }),
      await aNotification({ resource_id }),
      await aNotification({ resource_id }),
    ];
    const { status, body } = await list(`resource_id=${resource_id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 3, offset: 0, limit: 50 });
    expect(body.notifications.map(({ id }: { id: string }) => id)).toEqual([...made].reverse());
    expect(body.notifications[0]).toEqual({
      id: made[2],
      event_name: "order.placed",
      resource_type: "order",
      resource_id,
      to: "ada@example.com",
      provider_id: "post",
      resends: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const second = await list(`resource_id=${resource_id}&limit=2&offset=2`);
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2, notifications: [{ id: made[0] }] });
  });

  it("filters by event, resource and address", async () => {
    const id = await aNotification({
      event_name: "invite.created",
      resource_type: "invite",
      resource_id: "invite_1",
      to: "new@example.com",
    });
    for (const query of [
      "event_name=invite.created",
      "resource_type=invite",
      "resource_id=invite_1",
      "to=new@example.com",
      "to=new%40example.com&resource_type=invite",
    ]) {
      const { body } = await list(query);
      expect([body.count, body.notifications[0]?.id]).toEqual([1, id]);
    }
    expect((await list("resource_type=invite&to=nobody@example.com")).body).toEqual({
      notifications: [],
      count: 0,
      offset: 0,
      limit: 50,
    });
  });

  it("leaves out resends unless the request selects them", async () => {
    const resource_id = "order_resent";
    const first = await aNotification({ resource_id });
    const again = await aNotification({ resource_id, parent_id: first });
    const idsFor = async (query: string) =>
      (await list(`resource_id=${resource_id}${query}`)).body.notifications.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsFor("")).toEqual([first]);
    expect(await idsFor("&include_resends=false")).toEqual([first]);
    expect(await idsFor("&include_resends=true")).toEqual([again, first]);
  });

  it("shows the selected fields and relations, and never the provider's data", async () => {
    const resource_id = "order_fields";
    const id = await aNotification({ resource_id });
    await aNotification({ resource_id, parent_id: id });
    const { body } = await list(
      `resource_id=${resource_id}&fields=to&expand=provider,customer,resends,parent_notification`,
    );
    expect(body.notifications).toMatchObject([
      { id, to: "ada@example.com", customer: null, provider: { id: "post", is_installed: true } },
    ]);
    expect(body.notifications[0].resends).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain("a secret token");
    expect((await list("fields=data")).status).toBe(400);
  });

  it.each(["limit=-1", "include_resends=maybe", "order=to", "expand=nonsense", "provider_id=post"])(
    "refuses ?%s",
    async (query) => {
      const { status, body } = await list(query);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
    },
  );

  it("takes two statements and a user", async () => {
    const page = await countingStatements(shop.db, () => list("expand=resends,customer,provider"));
    expect([page.statements.length, page.credentials]).toEqual([2, 1]);
    expect((await shop.visitor().get(path)).status).toBe(401);
  });
});

describe("sending a notification again", () => {
  it("has the provider send it, and keeps the resend below the first", async () => {
    const id = await aNotification();
    const { status, body } = await resend(id);
    expect(status).toBe(200);
    expect(body.notification).toMatchObject({
      id,
      to: "ada@example.com",
      resends: [{ parent_id: id, to: "ada@example.com", provider_id: "post" }],
    });
    expect(JSON.stringify(body)).not.toContain("a secret token");
    const data = { text: "Thank you", token: "a secret token" };
    expect(post.asked).toEqual([{ sent: { to: "ada@example.com", data }, options: {} }]);
    expect(await resendsOf(id)).toEqual([
      {
        to: "ada@example.com",
        data,
        event_name: "order.placed",
        resource_type: "order",
        resource_id: "order_1",
        provider_id: "post",
      },
    ]);
    expect(await eventsAbout(shop, id)).toEqual([
      { name: "notification.resent", data: { id, resend_id: body.notification.resends[0].id } },
    ]);
  });

  it("can go to another address, with other contents", async () => {
    const id = await aNotification();
    post.answer = async (_, { to }) => ({ to: to!.toUpperCase(), data: { text: "Once more" } });
    const { body } = await resend(id, { to: "bob@example.com" });
    expect(post.asked[0]?.options).toEqual({ to: "bob@example.com" });
    expect(body.notification).toMatchObject({
      to: "ada@example.com",
      resends: [{ to: "BOB@EXAMPLE.COM" }],
    });
    expect(await resendsOf(id)).toMatchObject([{ data: { text: "Once more" } }]);
  });

  it("is stored even when the provider does not return its content", async () => {
    const id = await aNotification();
    post.answer = (async () => undefined) as unknown as Resend;
    expect((await resend(id, { to: "bob@example.com" })).status).toBe(200);
    expect(await resendsOf(id)).toMatchObject([{ to: "bob@example.com", data: { text: "Thank you" } }]);
  });

  it("asks the provider while no transaction is open", async () => {
    const id = await aNotification();
    let before: string[] = [];
    const { statements } = await countingStatements(shop.db, async () => {
      const seen: string[] = [];
      const listener = ({ name, text }: { name?: string; text: string }) => seen.push(name ?? text);
      shop.db.onStatement.add(listener);
      post.answer = async (sent) => {
        before = [...seen];
        return sent;
      };
      await resend(id);
      shop.db.onStatement.delete(listener);
    });
    expect(before).not.toContain("begin");
    expect(statements.indexOf("begin")).toBeGreaterThan(statements.indexOf("notification-find"));
  });

  it("is done once for requests with the same Idempotency-Key", async () => {
    const id = await aNotification();
    const send = () =>
      shop.admin.post(`${path}/${id}/resend`, {}, { headers: { "idempotency-key": "again, once" } });
    const answers = [await send(), await send()];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(post.asked).toHaveLength(1);
    expect(await resendsOf(id)).toHaveLength(1);
  });

  it.each<[string, Resend, string]>([
    [
      "in its own words",
      async () => {
        throw invalid("the address bounced");
      },
      "the address bounced",
    ],
    [
      "in general words",
      async () => {
        throw new Error("password=hunter2");
      },
      "it failed",
    ],
    [
      "also when it throws at once",
      () => {
        throw new Error("broken");
      },
      "it failed",
    ],
    ["also when its answer cannot be kept", async ({ to }) => ({ to, data: { big: 1n } }), "it failed"],
  ])("is refused when the provider fails, %s", async (_, answer, reason) => {
    const id = await aNotification();
    post.answer = answer;
    const { status, body } = await resend(id);
    expect(status).toBe(400);
    expect(body).toEqual({
      type: "invalid_data",
      message: `The notification provider post did not send the message again: ${reason}`,
    });
    expect(await resendsOf(id)).toEqual([]);
    expect(await eventsAbout(shop, id)).toEqual([]);
  });

  it("does not wait for ever", async () => {
    const permissions = new Permissions({}, {});
    const id = await aNotification();
    post.answer = () => new Promise(() => {});
    await expect(
      resendNotification(
        { db: shop.db, providers, permissions, privateData: {}, granted: "all", timeout: 20 },
        id,
        {},
      ),
    ).rejects.toMatchObject({
      type: "invalid_data",
      message: expect.stringContaining("it did not answer in time"),
    });
    expect(await resendsOf(id)).toEqual([]);
  });

  it("needs its provider to be installed", async () => {
    await shop.db.run({
      text: "insert into notification_provider (id, is_installed) values ('gone', false)",
      values: [],
    });
    const gone = "Could not find a notification provider with id: gone; is its plugin loaded?";
    const unnamed = "The notification names no provider that could send it again";
    for (const { provider_id, refusal } of [
      { provider_id: "gone", refusal: { status: 404, type: "not_found", message: gone } },
      { provider_id: null, refusal: { status: 400, type: "invalid_data", message: unnamed } },
    ]) {
      const id = await aNotification({ provider_id });
      const { status, body } = await resend(id);
      expect({ status, ...body }).toEqual(refusal);
      expect(await resendsOf(id)).toEqual([]);
    }
  });

  it("is a 404 for one that does not exist", async () => {
    const { status, body } = await resend("noti_unknown");
    expect(status).toBe(404);
    expect(body).toEqual({ type: "not_found", message: "Notification with id: noti_unknown was not found" });
    expect(post.asked).toEqual([]);
  });

  it("refuses malformed requests and visitors", async () => {
    const id = await aNotification();
    for (const body of [{ to: 7 }, { to: "" }, { to: "x".repeat(1_001) }, { subject: "Hello" }]) {
      expect((await resend(id, body)).status).toBe(400);
    }
    expect((await shop.visitor().post(`${path}/${id}/resend`, {})).status).toBe(401);
    expect(post.asked).toEqual([]);
    expect(await resendsOf(id)).toEqual([]);
  });
});
