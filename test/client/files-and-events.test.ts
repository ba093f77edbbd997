import { describe, expect } from "vitest";
import { createClient, type StreamMessage, type TradewindClient } from "../../packages/client/src/index.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { TcpProxy } from "../support/servers/tcp-proxy.ts";
import { anAdmin, countedFetch } from "./shop-clients.ts";

let toServer: TcpProxy;
const { it, shop } = withShop(undefined, () => toServer.close());
it.beforeAll(async () => {
  toServer = new TcpProxy({ host: "127.0.0.1", port: Number(new URL(shop.baseUrl).port) });
  await toServer.open();
});

describe("files", () => {
  it("are uploaded as a form, and once although the connection is lost", async () => {
    const { fetch, sent } = countedFetch();
    const client = await anAdmin({ baseUrl: `http://127.0.0.1:${toServer.port}` }, { fetch });
    sent.length = 0;
    void toServer.cutNextAnswer("HTTP/1.1 200");
    const files = [new File(["a note"], "note.txt", { type: "text/plain" })];
    const { data } = await client.POST("/admin/uploads", { body: { files } });
    expect(sent).toHaveLength(2);
    expect(await (await fetch(data.uploads[0]!.url.replace(/^https?:\/\/[^/]+/, shop.baseUrl))).text()).toBe(
      "a note",
    );
    const { body } = await shop.admin.get("/admin/uploads");
    expect(body.count).toBe(1);
  });

  it("come as text, as a blob or as a stream", async () => {
    const client = await anAdmin(shop);
    const { data: text } = await client.GET("/admin/reports/sales/csv");
    expect(text.split("\n").length).toBeGreaterThan(1);
    const { data: blob } = await client.GET("/admin/reports/sales/csv", { parseAs: "blob" });
    expect(await blob.text()).toBe(text);
    const { data: stream } = await client.GET("/admin/reports/sales/csv", { parseAs: "stream" });
    expect(await new Response(stream).text()).toBe(text);
  });
});

const addGroup = async (name: string) => {
  const { body } = await shop.admin.post("/admin/customer-groups", { name });
  return body.customer_group.id as string;
};

/** Collects messages until there are as many as wanted. */
async function collected(
  client: TradewindClient,
  wanted: number,
  onMessage: (message: StreamMessage) => unknown,
) {
  const messages: StreamMessage[] = [];
  for await (const message of client.events({ name: "customer-group.*" })) {
    messages.push(message);
    await onMessage(message);
    if (messages.length === wanted) break;
  }
  return messages;
}

describe("the stream of events", () => {
  it("has events as they happen, and goes on behind the last one after a break", async () => {
    const client = await anAdmin({ baseUrl: `http://127.0.0.1:${toServer.port}` });
    const ids: string[] = [];
    const messages = await collected(client, 4, async ({ type }) => {
      if (ids.length === 0) ids.push(await addGroup("Before the break"));
      else if (type === "event" && ids.length === 1) {
        toServer.cut();
        ids.push(await addGroup("During the break"));
      }
    });
    expect(messages.map(({ type }) => type)).toEqual(["ready", "event", "ready", "event"]);
    const events = messages.flatMap((message) => (message.type === "event" ? [message.event] : []));
    expect(events.map(({ entity_id }) => entity_id)).toEqual(ids);
  });

  it("ends with its signal", async () => {
    const client = await anAdmin(shop);
    const ending = new AbortController();
    for await (const { type } of client.events({ signal: ending.signal })) {
      expect(type).toBe("ready");
      ending.abort();
    }
  });

  it("is refused without credentials", async () => {
    const stream = createClient({ baseUrl: shop.baseUrl }).events();
    await expect(stream.next()).rejects.toMatchObject({ status: 401 });
  });
});
