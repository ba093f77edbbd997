import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { announce } from "../../src/events/announce.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

interface Shown {
  id: string;
  name: string;
  entity_id: string | null;
  data: Record<string, unknown>;
  occurred_at: string;
}

const happen = (name: string, data: Record<string, unknown> & { id?: string } = { id: "thing" }) =>
  inTransaction(shop.db, (tx) => announce(tx, name, data));
const list = (query = "") => shop.admin.get(`/admin/events?${query}`);
const events = async (query = ""): Promise<Shown[]> => (await list(query)).body.events;
const names = async (query: string) => (await events(query)).map(({ name }) => name);

describe("the list of events", () => {
  it("is for users only", async () => {
    expect((await shop.visitor().get("/admin/events")).status).toBe(401);
  });

  it("shows what happened, newest first", async () => {
    const { body } = await shop.admin.post("/admin/collections", { title: "Seen" });
    await shop.admin.delete(`/admin/collections/${body.collection.id}`);
    const [second, first] = await events(`entity_id=${body.collection.id}`);
    expect(first).toEqual({
      id: expect.stringMatching(/^evt_/),
      name: "product-collection.created",
      entity_id: body.collection.id,
      data: { id: body.collection.id },
      occurred_at: expect.stringMatching(/Z$/),
      user_id: expect.stringMatching(/^usr_/),
      customer_id: null,
    });
    expect(second!.name).toBe("product-collection.deleted");
    expect(await events(`id=${first!.id}`)).toEqual([first]);
    expect(await events("id=evt_unknown")).toEqual([]);
  });

  it("is filtered by name, by area, by entity, by time, and by all of them", async () => {
    for (const name of ["sale.begun", "sale.ended", "sales.begun", "sale", "sale.sub.done"]) {
      await happen(name, { id: `of ${name}` });
    }
    expect(await names("name=sale.begun")).toEqual(["sale.begun"]);
    expect(await names("name=sale.*")).toEqual(["sale.sub.done", "sale.ended", "sale.begun"]);
    expect(await names("name=sale.sub.*")).toEqual(["sale.sub.done"]);
    expect(await names("name=sale.*&entity_id=of+sale.ended")).toEqual(["sale.ended"]);
    expect(await names("name=*&entity_id=of+sale")).toEqual(["sale"]);
    expect(await names("name=sale_.*")).toEqual([]);
    for (const [index, name] of ["old.a", "old.b", "old.c"].entries()) {
      await happen(name);
      await shop.db.run({
        text: "update tradewind.event set occurred_at = $1 where name = $2",
        values: [`2020-02-0${index + 1}T00:00:00Z`, name],
      });
    }
    expect(await names("until=2020-02-03")).toEqual(["old.b", "old.a"]);
    expect(await names("since=2020-02-02T00:00:00Z&until=2020-02-04")).toEqual(["old.c", "old.b"]);
    expect(await names("since=2020-02-02&name=old.*")).toEqual(["old.c", "old.b"]);
    expect(await names(`since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  });

  it("is read page by page, by offset or from an event on", async () => {
    for (let index = 0; index < 7; index++) await happen("paged.event", { id: `page-${index}` });
    const entities = (rows: Shown[]) => rows.map(({ entity_id }) => entity_id);
    const first = (await list("name=paged.event&limit=3")).body;
    expect(first).toMatchObject({ count: 7, limit: 3, offset: 0 });
    expect(entities(first.events)).toEqual(["page-6", "page-5", "page-4"]);
    expect(entities(await events("name=paged.event&limit=3&offset=3"))).toEqual([
      "page-3",
      "page-2",
      "page-1",
    ]);
    const last = first.events[2].id;
    // Something happens in between, and no event is seen twice.
    await happen("paged.event", { id: "page-7" });
    const second = (await list(`name=paged.event&limit=3&before=${last}`)).body;
    expect(entities(second.events)).toEqual(["page-3", "page-2", "page-1"]);
    expect(second.count).toBe(4);
    expect(entities(await events(`name=paged.event&after=${first.events[0].id}`))).toEqual(["page-7"]);
    const between = `name=paged.event&after=${second.events[2].id}&before=${first.events[0].id}`;
    expect(entities(await events(between))).toEqual(["page-5", "page-4", "page-3", "page-2"]);
  });

  it("does not show the secrets that events carry", async () => {
    const { body } = await shop.admin.post("/admin/customers", {
      email: "secret@example.com",
      first_name: "A",
      last_name: "B",
      password: "a long password",
    });
    await shop.visitor().post("/store/customers/password-token", { email: "secret@example.com" });
    await shop.admin.post("/admin/invites", { user: "invited@example.com", role: "member" });
    await shop.visitor().post("/admin/users/password-token", { email: "admin@example.com" });
    const resets = await events("name=customer.password_reset");
    expect(resets).toMatchObject([{ data: { id: body.customer.id } }]);
    expect(await events("name=invite.created")).toMatchObject([
      { data: { user_email: "invited@example.com" } },
    ]);
    expect(await events("name=user.password_reset")).toMatchObject([
      { data: { email: "admin@example.com" } },
    ]);
    await happen("plugin.event", { id: "plugin_1", token: "of a plugin", nested: { api_key: "its key" } });
    expect(await events("name=plugin.event")).toMatchObject([
      { data: { token: "[redacted]", nested: { api_key: "[redacted]" } } },
    ]);
    expect(JSON.stringify((await list("limit=0")).body)).not.toMatch(/eyJ|of a plugin|its key/);
  });

  it.each([
    ["name=or*der", 400, "name must be the name of an event, or a pattern such as order.*"],
    ["since=yesterday", 400, "since must be a date"],
    ["until=x", 400, "until must be a date"],
    ["limit=-1", 400, "limit must not be less than 0"],
    ["order=name", 400, "property order should not exist"],
    ["fields=data", 400, "property fields should not exist"],
    ["before=evt_unknown", 404, "Event with id: evt_unknown was not found"],
    ["after=evt_unknown", 404, "Event with id: evt_unknown was not found"],
  ])("refuses ?%s", async (query, status, message) => {
    const answer = await list(query);
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
  });

  it("costs two statements", async () => {
    const [event] = await events("limit=1");
    for (const query of ["", "name=order.*&since=2020-01-01", `before=${event!.id}&after=${event!.id}`]) {
      const { statements } = await countingStatements(shop.db, () => list(query));
      expect(statements).toHaveLength(2);
    }
  });

  it("finds the events of an area, of an entity and after another by an index", async () => {
    await shop.db.run({
      text: `insert into tradewind.event (id, name, entity_id, data)
        select 'evt_bulk' || n, 'bulk.' || n % 50, 'bulk_' || n, '{}' from generate_series(1, 20000) n`,
      values: [],
    });
    await shop.db.run({ text: "analyze tradewind.event", values: [] });
    const plan = async (where: string) => {
      const rows = await shop.db.run<{ "QUERY PLAN": string }>({
        text: `explain select * from tradewind.event e where ${where} order by e.seq desc limit 20`,
        values: [],
      });
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    const area =
      "(starts_with(e.name, 'sale.') and split_part(e.name, '.', 1) = split_part('sale.', '.', 1))";
    expect(await plan(area)).toContain("idx_event_area_seq");
    expect(await plan("e.entity_id = 'bulk_77'")).toContain("idx_event_entity_id_seq");
    expect(await plan("e.name = 'sale.begun'")).toContain("idx_event_name_seq");
  });
});
