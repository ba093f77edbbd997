import { describe, expect } from "vitest";
import { ApiError } from "../../packages/client/src/index.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { OtherTransaction } from "../support/postgres/other-transaction.ts";
import { socketOf, TcpProxy } from "../support/servers/tcp-proxy.ts";
import { anAdmin, countedFetch } from "./shop-clients.ts";

/** Between the server and its database, and between the client and the server. */
let toDatabase: TcpProxy;
let toServer: TcpProxy;
const { it, shop } = withShop(
  async () => {
    const database = await freshDatabase();
    toDatabase = new TcpProxy(socketOf(database.url));
    await toDatabase.open();
    const started = await startShop({}, { database: { ...database, url: toDatabase.urlOf(database.url) } });
    toServer = new TcpProxy({ host: "127.0.0.1", port: Number(new URL(started.baseUrl).port) });
    await toServer.open();
    return started;
  },
  () => Promise.all([toDatabase.close(), toServer.close()]),
);
const through = () => ({ baseUrl: `http://127.0.0.1:${toServer.port}` });

const countOf = async (title: string): Promise<number> => {
  const [row] = await shop.db.run<{ count: number }>({
    text: "select count(*)::int as count from product_collection where title = $1",
    values: [title],
  });
  return row!.count;
};

const loseDatabase = () => {
  toDatabase.isClosed = true;
  toDatabase.cut();
};
const refindDatabase = () => {
  toDatabase.isClosed = false;
};

describe("a request is sent again", () => {
  it("after the pause that an overloaded server, or one without its database, asks for", async () => {
    const { fetch, sent } = countedFetch(({ status }) => status === 503 && refindDatabase());
    const client = await anAdmin(shop, { fetch });
    sent.length = 0;
    loseDatabase();
    const { data } = await client.GET("/admin/regions");
    expect(data.regions).toEqual([]);
    expect(sent.length).toBeGreaterThan(1);
  });

  it("with the same key after its connection was lost: the work is done once", async () => {
    const { fetch, sent } = countedFetch();
    const client = await anAdmin(through(), { fetch });
    sent.length = 0;
    const cut = toServer.cutNextAnswer("HTTP/1.1 200");
    const { data } = await client.POST("/admin/collections", { body: { title: "Winter" } });
    await cut;
    expect(sent).toEqual([
      { method: "POST", key: expect.stringMatching(/^[0-9a-f]{32}$/) },
      { method: "POST", key: sent[0]!.key },
    ]);
    expect(data.collection.title).toBe("Winter");
    expect(await countOf("Winter")).toBe(1);
  });

  it("until the first attempt, which still runs on the server, has its answer", async () => {
    const statuses: number[] = [];
    const blocking = await OtherTransaction.begin(shop);
    const { fetch } = countedFetch(({ status }) => {
      statuses.push(status);
      if (status === 409) void blocking.end();
    });
    const client = await anAdmin(through(), { fetch });
    statuses.length = 0;
    await blocking.does(
      "insert into product_collection (id, title, handle) values ('x', 'Spring', 'spring')",
    );
    const created = client.POST("/admin/collections", { body: { title: "Spring", handle: "spring" } });
    await blocking.isWaitedFor();
    toServer.cut();
    expect((await created).data.collection.handle).toBe("spring");
    expect(statuses).toEqual([409, 200]);
    expect(await countOf("Spring")).toBe(1);
  });
});

describe("a request is not sent again", () => {
  it("when the server would not know that it is the same: a deletion, a login, a webhook", async () => {
    const { fetch, sent } = countedFetch();
    const client = await anAdmin(through(), { fetch });
    const webhook = { url: "https://receiver.example/hook" };
    for (const attempt of [
      () => client.DELETE("/admin/collections/{id}", { params: { path: { id: "pcol_1" } } }),
      () => client.POST("/admin/webhooks", { body: webhook }),
    ]) {
      sent.length = 0;
      void toServer.cutNextAnswer("HTTP/1.1");
      const error = await attempt().catch((refused: unknown) => refused);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status: 0, type: "network" });
      expect(sent).toHaveLength(1);
    }
  });

  it("when it was refused", async () => {
    const { fetch, sent } = countedFetch();
    const client = await anAdmin(shop, { fetch });
    sent.length = 0;
    await expect(client.POST("/admin/collections", { body: { title: "" } })).rejects.toMatchObject({
      status: 400,
    });
    expect(sent).toHaveLength(1);
  });

  it("more often than it may be", async () => {
    const { fetch, sent } = countedFetch();
    const client = await anAdmin(shop, { fetch, retries: 1 });
    sent.length = 0;
    loseDatabase();
    const refused = await client.GET("/admin/regions").catch((error: unknown) => error);
    refindDatabase();
    expect(refused).toMatchObject({ status: 503, retryAfter: 2 });
    expect(sent).toHaveLength(2);
  });

  it("after it was aborted: the caller gets the reason", async () => {
    const ending = new AbortController();
    const { fetch, sent } = countedFetch(({ status }) => status === 503 && ending.abort(new Error("left")));
    const client = await anAdmin(shop, { fetch });
    sent.length = 0;
    loseDatabase();
    const aborted = client.POST("/admin/collections", { body: { title: "Left" }, signal: ending.signal });
    await expect(aborted).rejects.toThrow("left");
    refindDatabase();
    expect(sent).toHaveLength(1);
    await expect(client.GET("/admin/regions", { signal: ending.signal })).rejects.toThrow("left");
  });

  it("when its time is over", async () => {
    const client = await anAdmin(through());
    toServer.fallSilent();
    const late = await client.GET("/admin/regions", { timeout: 50 }).catch((error: unknown) => error);
    toServer.speak();
    expect(late).toBeInstanceOf(ApiError);
    expect(late).toMatchObject({ status: 0, type: "timeout", operation: "GET /admin/regions" });
  });
});
