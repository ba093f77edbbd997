import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { announce } from "../../src/events/announce.ts";
import { EventListener } from "../../src/events/event-listener.ts";
import { Permissions } from "../../src/kernel/permissions.ts";
import { WebhookDispatcher } from "../../src/modules/platform/webhooks/index.ts";
import { HttpSender } from "../../src/modules/platform/webhooks/sending/http-sender.ts";
import {
  type Address,
  isPublicAddress,
  type Resolve,
} from "../../src/modules/platform/webhooks/sending/webhook-address.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { aWebhook, openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";

let receiver: Receiver;
const { it, shop } = withShop();
it.beforeEach(async () => {
  receiver = await openReceiver();
});
it.afterEach(() => receiver.close());

const at =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map(addressOf);
const addressOf = (address: string): Address => ({ address, family: address.includes(":") ? 6 : 4 });
const portOf = () => new URL(receiver.url).port;

describe("a public address", () => {
  it.each(["8.8.8.8", "1.1.1.1", "93.184.216.34", "2606:4700::1111", "64:ff9b::808:808", "172.15.0.1"])(
    "is %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ["this machine", "127.0.0.1"],
    ["this machine", "127.8.9.1"],
    ["this machine", "::1"],
    ["no address", "0.0.0.0"],
    ["no address", "::"],
    ["a private network", "10.1.2.3"],
    ["a private network", "172.16.0.1"],
    ["a private network", "192.168.1.1"],
    ["a private network", "fd00::1"],
    ["a local link", "169.254.1.1"],
    ["a local link", "fe80::1"],
    ["the metadata of a cloud", "169.254.169.254"],
    ["the metadata of a cloud", "fd00:ec2::254"],
    ["the metadata of a cloud", "100.100.100.200"],
    ["the metadata of a cloud", "192.0.0.192"],
    ["the metadata of a cloud", "168.63.129.16"],
    ["the network of a carrier", "100.64.0.1"],
    ["a group", "224.0.0.1"],
    ["a group", "ff02::1"],
    ["everybody", "255.255.255.255"],
    ["reserved", "240.0.0.1"],
    ["for examples", "192.0.2.1"],
    ["for examples", "2001:db8::1"],
    ["one of version 4 in disguise", "::ffff:127.0.0.1"],
    ["one of version 4 in disguise", "::ffff:8.8.8.8"],
    ["one of version 4 in disguise", "::127.0.0.1"],
    ["one of version 4 in disguise", "64:ff9b::7f00:1"],
    ["one of version 4 in disguise", "64:ff9b::a00:1"],
    ["one of version 4 in disguise", "2002:7f00:1::"],
    ["a tunnel", "2001:0:7f00:1::1"],
    ["a site of old", "fec0::1"],
    ["no address at all", "example.com"],
    ["no address at all", ""],
  ])("is not %s: %s", (_, address) => expect(isPublicAddress(address)).toBe(false));
});

describe("a webhook", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.0.0.1/",
    "http://017700000001/",
    "http://0/",
    "http://[::1]:8080/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.1.1/",
    "https://192.168.0.10/hook",
    "http://localhost/",
    "http://LOCALHOST:9000/",
    "http://localhost./",
    "http://shop.localhost/",
    "http://１２７.0.0.1/",
  ])("is not made for %s", async (url) => {
    const answer = await shop.admin.post("/admin/webhooks", { url });
    expect(answer).toMatchObject({ status: 400, body: { message: "url must lead to a public address" } });
  });

  it.each(["http://8.8.8.8:8080/", "https://[2606:4700::1111]/x", "http://intern/"])(
    "may be made for %s, and is checked when it is called",
    async (url) => expect((await shop.admin.post("/admin/webhooks", { url })).status).toBe(200),
  );

  it("may be anywhere where the settings allow it", async () => {
    const open = await startShop({ TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow" });
    try {
      const { id } = await aWebhook(open.admin, { url: receiver.url });
      const { body } = await open.admin.post(`/admin/webhooks/${id}/test`);
      expect(body).toMatchObject({ is_delivered: true });
    } finally {
      await open.close();
    }
  });
});

describe("calling a receiver", () => {
  const senders: HttpSender[] = [];
  it.afterEach(() => {
    for (const sender of senders.splice(0)) sender.close();
  });
  const send = (url: string, resolve: Resolve, reach: "public" | "anywhere" = "public") => {
    const sender = new HttpSender({ addressPolicy: reach, timeout: 2_000, resolve });
    senders.push(sender);
    return sender.send({ url, headers: { "content-type": "application/json" }, body: "{}" });
  };
  const refused = (host: string) => ({
    status: null,
    body: null,
    error: `${host} does not lead to a public address`,
    duration: expect.any(Number),
  });

  it.each([
    ["this machine", ["127.0.0.1"]],
    ["this machine, by version 6", ["::1"]],
    ["a private network", ["10.0.0.1"]],
    ["a public and a private address", ["8.8.8.8", "127.0.0.1"]],
    ["a disguised address", ["::ffff:127.0.0.1"]],
  ])("stops when the name leads to %s", async (_, addresses) => {
    const url = `http://receiver.example.com:${portOf()}/`;
    expect(await send(url, at(...addresses))).toEqual(refused("receiver.example.com"));
    expect(receiver.received).toEqual([]);
  });

  it("checks addresses in the URL itself, for which there is no lookup", async () => {
    const asked: string[] = [];
    const resolve: Resolve = async (name) => {
      asked.push(name);
      return [addressOf("8.8.8.8")];
    };
    expect(await send(receiver.url, resolve)).toEqual(refused("127.0.0.1"));
    expect((await send(`http://[::1]:${portOf()}/`, resolve)).error).toContain("does not lead to a public");
    expect({ asked, received: receiver.received }).toEqual({ asked: [], received: [] });
  });

  it("connects to the very address that was checked, once looked up", async () => {
    let asked = 0;
    // A name that leads elsewhere the second time it is asked for.
    const resolve: Resolve = async () => [addressOf(asked++ === 0 ? "127.0.0.1" : "192.0.2.1")];
    const answer = await send(`http://rebinding.example.com:${portOf()}/`, resolve, "anywhere");
    expect(answer).toMatchObject({ status: 200, error: null });
    expect(asked).toBe(1);
    expect(receiver.received[0]!.headers.host).toBe(`rebinding.example.com:${portOf()}`);
  });

  it("does not go where a redirect leads", async () => {
    receiver.react = () => (response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${portOf()}/private` }).end();
    const answer = await send(`http://moved.example.com:${portOf()}/`, at("127.0.0.1"), "anywhere");
    expect(answer).toMatchObject({ status: 307, error: "answered 307: redirects are not followed" });
    expect(receiver.received).toHaveLength(1);
  });

  it("reports a name without an address or a failed lookup", async () => {
    expect((await send("http://nowhere.example.com/", at())).error).toBe(
      "nowhere.example.com has no address",
    );
    const failing: Resolve = async () => {
      throw new Error("getaddrinfo ENOTFOUND nowhere.example.com");
    };
    expect((await send("http://nowhere.example.com/", failing)).error).toContain("ENOTFOUND");
  });
});

describe("a delivery", () => {
  it("to a name that resolves to this machine fails and sends nothing", async () => {
    const listener = new EventListener(shop.db);
    const dispatcher = new WebhookDispatcher({
      db: shop.db,
      grantedTo: async () => "all",
      permissions: new Permissions({}, {}),
      listener,
      metrics: { count: () => {} },
      log: { warn: () => {} },
      addressPolicy: "public",
      timeout: 1_000,
      concurrency: 5,
      retryPause: 50,
      resolve: at("127.0.0.1"),
    });
    dispatcher.start();
    try {
      const url = `http://inside.example.com:${portOf()}/`;
      const { id } = await aWebhook(shop.admin, { url, events: ["inside.*"] });
      await inTransaction(shop.db, (tx) => announce(tx, "inside.event", { id: "1" }));
      const list = async () => (await shop.admin.get(`/admin/webhooks/${id}/deliveries`)).body.deliveries;
      await until(async () => (await list())[0]?.attempts > 1);
      expect(await list()).toMatchObject([
        { status: "retrying", error: "inside.example.com does not lead to a public address" },
      ]);
      expect(receiver.received).toEqual([]);
    } finally {
      await Promise.all([dispatcher.stop(), listener.stop()]);
    }
  });
});
