import { describe, expect } from "vitest";
import { WAITS } from "../../src/http/waits.ts";
import type { Client } from "../support/clients/client.ts";
import { StreamClient } from "../support/clients/event-stream.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { OtherTransaction } from "../support/postgres/other-transaction.ts";
import { anotherProcess } from "../support/servers/another-process.ts";
import { until } from "../support/time/until.ts";

const waits = { ...WAITS, eventStream: { heartbeat: 100, slowReader: 400 } };
const { it, shop } = withShop(() =>
  startShop({ TRADEWIND_EVENT_STREAMS: "8", TRADEWIND_USER_EVENT_STREAMS: "8" }, { waits }),
);

const cookieOf = (client: Client) => ({ cookie: `connect.sid=${client.cookie("connect.sid")}` });

const opened: StreamClient[] = [];
const open = (
  query = "",
  headers: Record<string, string> = cookieOf(shop.admin),
  at: { baseUrl: string } = shop,
) => {
  const client = new StreamClient(`${at.baseUrl}/admin/events/stream${query}`, headers);
  opened.push(client);
  return client;
};
/** A stream that begins now gets events that wait for an older transaction, which may be one of another test. */
const everythingIsSettled = () =>
  until(async () => {
    const waiting = await shop.db.run({
      text: "select from tradewind.event where tx >= pg_snapshot_xmin(pg_current_snapshot()) limit 1",
      values: [],
    });
    return waiting.length === 0;
  });
it.beforeEach(everythingIsSettled);
it.afterEach(async () => {
  for (const client of opened.splice(0)) client.close();
});

/** Whether one more stream is taken. */
async function isTaken(): Promise<boolean> {
  const next = open();
  await until(() => next.status !== undefined || next.isEnded);
  return next.status === 200;
}

let made = 0;
const aGroup = async (client = shop.admin): Promise<string> => {
  const { body } = await client.post("/admin/customer-groups", { name: `Group ${++made}` });
  return body.customer_group.id;
};
const idsOf = (client: StreamClient) => client.events.map(({ entity_id }) => entity_id);
const has = (id: string) => (client: StreamClient) => idsOf(client).includes(id);

describe("a stream of events", () => {
  it("sends events as they happen, in the form of the list", async () => {
    const stream = await open().ready();
    expect(stream.messages[0]).toMatchObject({ event: "ready", id: expect.any(String) });
    const id = await aGroup();
    await stream.until(has(id));
    const { body } = await shop.admin.get("/admin/events?limit=1");
    expect(stream.events).toEqual(body.events);
    expect(stream.lastId).toBe(body.events[0].id);
  });

  it("is neither compressed nor cached, and passes nginx", async () => {
    const stream = await open("", { ...cookieOf(shop.admin), "accept-encoding": "gzip, br" }).ready();
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    expect(stream.headers["content-encoding"] ?? stream.headers["etag"]).toBeUndefined();
  });

  it("sends something while nothing happens", async () => {
    const stream = await open().ready();
    await stream.until(({ heartbeats }) => heartbeats >= 3);
    expect(stream.events).toEqual([]);
  });

  it("takes names, patterns and an entity", async () => {
    const id = await aGroup();
    await everythingIsSettled();
    const streams = await Promise.all(
      ["?name=customer-group.deleted", "?name[]=product.*&name[]=customer-group.*", `?entity_id=${id}`].map(
        (query) => open(query).ready(),
      ),
    );
    const other = await aGroup();
    await shop.admin.delete(`/admin/customer-groups/${id}`);
    for (const stream of streams) await stream.until(has(id));
    expect(streams.map(idsOf)).toEqual([[id], [other, id], [id]]);
    const [refused, unknown] = [open("?name=a*b"), open("?nam=order.*")];
    await Promise.all([refused.ended(), unknown.ended()]);
    expect([refused.status, unknown.status]).toEqual([400, 400]);
  });

  it("leaves secrets out", async () => {
    const stream = await open("?name=invite.created").ready();
    await shop.admin.post("/admin/invites", { user: "a@example.com", role: "member" });
    await stream.until(({ events }) => events.length > 0);
    expect(stream.events[0].data).toEqual({ id: expect.any(String), user_email: "a@example.com" });
  });

  it("waits for an older transaction that may still write an event", async () => {
    const stream = await open("?name=customer-group.*").ready();
    const older = await OtherTransaction.begin(shop);
    await older.does(
      "insert into tradewind.event (id, name, entity_id, data) values ('evt_older', 'customer-group.older', 'older', '{}')",
    );
    const younger = await aGroup();
    await until(async () => {
      const { body } = await shop.admin.get("/admin/events?limit=1");
      return body.events[0].entity_id === younger;
    });
    expect(idsOf(stream)).toEqual([]);
    await older.commit();
    await stream.until(has(younger));
    expect(idsOf(stream)).toEqual(["older", younger]);
  });
});

describe("a client that comes back", () => {
  it("gets what it missed and nothing twice, at another process, too", async () => {
    const other = await anotherProcess(shop);
    const seen: string[] = [];
    const expected: string[] = [];
    let lastId = (await open("?name=customer-group.*").ready()).lastId!;
    for (let round = 0; round < 4; round++) {
      for (let count = 0; count < 3; count++) expected.push(await aGroup());
      const at = round % 2 === 0 ? { baseUrl: other.baseUrl } : shop;
      const stream = open("?name=customer-group.*", { ...cookieOf(shop.admin), "last-event-id": lastId }, at);
      await stream.until(has(expected.at(-1)!));
      expected.push(await aGroup());
      await stream.until(has(expected.at(-1)!));
      seen.push(...idsOf(stream));
      lastId = stream.lastId!;
      stream.close();
    }
    expect(seen).toEqual(expected);
    await other.close();
  });

  it("may name the last event in the query", async () => {
    const first = await open("?name=customer-group.*").ready();
    const id = await aGroup();
    await first.until(has(id));
    const next = await aGroup();
    const stream = open(`?name=customer-group.*&after=${first.lastId}`);
    await stream.until(has(next));
    expect(idsOf(stream)).toEqual([next]);
  });

  it("reads a long gap in pages", async () => {
    const { lastId } = await open().ready();
    await shop.db.run({
      text: `insert into tradewind.event (id, name, entity_id, data)
        select 'evt_gap' || place, 'gap.closed', place::text, '{}' from generate_series(1, 1200) place order by 1200 - place desc`,
      values: [],
    });
    const stream = open("?name=gap.*", { ...cookieOf(shop.admin), "last-event-id": lastId! });
    await stream.until(has("1200"));
    expect(idsOf(stream)).toEqual(Array.from({ length: 1200 }, (_, index) => String(index + 1)));
  });

  it("is told to begin anew when its last event is gone", async () => {
    const stream = await open("", { ...cookieOf(shop.admin), "last-event-id": "evt_deleted" }).ready();
    expect(stream.messages[0]!.event).toBe("reset");
    const wrong = open("", { ...cookieOf(shop.admin), "last-event-id": "x'y" });
    await wrong.ended();
    expect(wrong.status).toBe(400);
  });
});

describe("a stream ends", () => {
  it("with the session", async () => {
    const { client } = await aMemberWith(shop, "manager");
    const stream = await open("", cookieOf(client)).ready();
    await client.delete("/admin/auth");
    await stream.ended();
    expect(stream.messages.at(-1)).toEqual({ event: "ended", data: { reason: "logged_out" } });
    const again = open("", cookieOf(client));
    await again.ended();
    expect(again.status).toBe(401);
  });

  it("with the permission, and shows only areas that the user may read", async () => {
    const role = await aRole(shop, "events:read", "customers:read");
    const { client, id } = await aMemberWith(shop, role);
    await everythingIsSettled();
    const stream = await open("", cookieOf(client)).ready();
    await shop.admin.post("/admin/collections", { title: `Hidden ${++made}` });
    const group = await aGroup();
    await stream.until(has(group));
    expect(stream.events.map(({ name }) => name)).toEqual(["customer-group.created"]);
    const { body } = await client.get("/admin/events?limit=100");
    const parts = new Set(body.events.map(({ name }: { name: string }) => name.split(".")[0]));
    expect([...parts].sort()).toEqual(["customer-group"]);
    await shop.admin.post(`/admin/users/${id}/role`, { role_id: await aRole(shop, "customers:read") });
    await stream.ended();
    expect(await client.get("/admin/events/stream")).toMatchObject(lacking("events:read"));
  });

  it("for a client that reads nothing, and the others go on", async () => {
    const slow = await open("?name=big.*").ready();
    const quick = await open("?name=big.*").ready();
    slow.stall();
    // More than the buffers of both ends hold.
    for (let batch = 0; batch < 30; batch++) {
      await shop.db.run({
        text: `insert into tradewind.event (id, name, entity_id, data)
          select 'evt_big' || $1::text || 'x' || n, 'big.one', $1::text || '-' || n, jsonb_build_object('text', repeat('x', 100000))
          from generate_series(1, 10) n order by n`,
        values: [String(batch)],
      });
    }
    await quick.until(({ events }) => events.length === 300);
    // The process has as many streams as it may have, until one of them is closed by the server.
    await Promise.all(Array.from({ length: 6 }, () => open().ready()));
    await until(isTaken);
    slow.resume();
    await slow.ended();
    expect(quick.isEnded).toBe(false);
    expect(slow.events.length).toBeLessThan(300);
  });

  it("when the server stops, at once, and the client may come back elsewhere", async () => {
    const stopping: StartedShop = await startShop({}, { waits: WAITS });
    const stream = await open("", cookieOf(stopping.admin), stopping).ready();
    await stopping.app.close();
    await stream.ended();
    expect(stream.messages.at(-1)).toEqual({ event: "ended", data: { reason: "stopping" } });
    await stopping.close().catch(() => {});
  });
});

it("refuses more streams than a process has, and takes them again when some are closed", async () => {
  const streams = await Promise.all(Array.from({ length: 8 }, () => open().ready()));
  const refused = open();
  await refused.ended();
  expect(refused.status).toBe(429);
  streams[0]!.close();
  await until(isTaken);
});

describe("one user", () => {
  // The heartbeat does not come during the test: a slot that only it would free stays taken.
  const patient = { ...WAITS, eventStream: { heartbeat: 3_600_000, slowReader: 3_600_000 } };
  const aShop = () => startShop({ TRADEWIND_USER_EVENT_STREAMS: "3" }, { waits: patient });

  it("cannot hold all streams: the others still get one", async () => {
    const limited = await aShop();
    try {
      await Promise.all(Array.from({ length: 3 }, () => open("", cookieOf(limited.admin), limited).ready()));
      const refused = open("", cookieOf(limited.admin), limited);
      await refused.ended();
      expect(refused.status).toBe(429);
      const { client } = await aMemberWith(limited, "manager");
      await open("", cookieOf(client), limited).ready();
    } finally {
      await limited.close();
    }
  });

  it("gets a slot back as soon as a connection is cut", async () => {
    const limited = await aShop();
    try {
      const streams = await Promise.all(
        Array.from({ length: 3 }, () => open("", cookieOf(limited.admin), limited).ready()),
      );
      for (const stream of streams) stream.close();
      await until(async () => {
        const next = open("", cookieOf(limited.admin), limited);
        await until(() => next.status !== undefined);
        return next.status === 200;
      });
    } finally {
      await limited.close();
    }
  });
});
