import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { aChannel, defaultChannel } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const path = "/admin/sales-channels";
const shown = async (id: string) => (await shop.admin.get(`${path}/${id}`)).body.sales_channel;
const list = (query: string) => shop.admin.get(`${path}?${query}`);
const namesOf = (answer: { body: { sales_channels: { name: string }[] } }) =>
  answer.body.sales_channels.map(({ name }) => name);
const countChannels = async () => (await list("limit=1")).body.count;
const eventNames = async (id: string) => (await eventsAbout(shop, id)).map(({ name }) => name);
const unknown = { type: "not_found", message: "Sales channel with id: sc_unknown was not found" };

describe("every route of a sales channel", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", "/ID"],
    ["POST", "/ID"],
    ["DELETE", "/ID"],
    ["POST", "/ID/products/batch"],
    ["DELETE", "/ID/products/batch"],
    ["POST", "/ID/stock-locations"],
    ["DELETE", "/ID/stock-locations"],
  ])("%s /admin/sales-channels%s is for users only", async (method, rest) => {
    const channel = await aChannel(shop);
    const before = await countChannels();
    const body = method === "GET" ? undefined : { name: "Visitor" };
    const answer = await shop.visitor().send(method, path + rest.replace("ID", channel.id), { body });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ type: "unauthorized", message: "Unauthorized" });
    expect(await countChannels()).toBe(before);
    expect(await shown(channel.id)).toEqual(channel);
  });
});

describe("creating a sales channel", () => {
  it("opens it for sale, announces it and reads it back", async () => {
    const { status, body } = await shop.admin.post(path, { name: "Site", description: "The web" });
    expect(status).toBe(200);
    expect(body.sales_channel).toEqual({
      id: expect.stringMatching(/^sc_[0-9A-Z]{26}$/),
      name: "Site",
      description: "The web",
      is_disabled: false,
      metadata: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(await shown(body.sales_channel.id)).toEqual(body.sales_channel);
    expect(await eventsAbout(shop, body.sales_channel.id)).toEqual([
      { name: "sales_channel.created", data: { id: body.sales_channel.id } },
    ]);
  });

  it("can be done disabled and without a description", async () => {
    expect(await aChannel(shop, { is_disabled: true })).toMatchObject({
      is_disabled: true,
      description: null,
    });
  });

  it.each([
    [{ description: "x" }, "name is required"],
    [{ name: "" }, "name should not be empty"],
    [{ name: 7 }, "name must be a string"],
    [{ name: "n".repeat(256) }, "name must NOT have more than 255 characters"],
    [{ name: "X", description: 7 }, "description must be a string or null"],
    [{ name: "X", is_disabled: "no" }, "is_disabled must be a boolean"],
    [{ name: "X", colour: "red" }, "property colour should not exist"],
  ])("refuses %j", async (input, message) => {
    const before = await countChannels();
    const { status, body } = await shop.admin.post(path, input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await countChannels()).toBe(before);
  });
});

describe("changing a sales channel", () => {
  it("changes the fields that are sent and keeps the others", async () => {
    const { id } = await aChannel(shop, { description: "old" });
    const { status, body } = await shop.admin.post(`${path}/${id}`, { name: "New", is_disabled: true });
    expect(status).toBe(200);
    expect(body.sales_channel).toMatchObject({ name: "New", description: "old", is_disabled: true });
    expect(Date.parse(body.sales_channel.updated_at)).toBeGreaterThan(
      Date.parse(body.sales_channel.created_at),
    );
    const enabled = await shop.admin.post(`${path}/${id}`, { is_disabled: false, description: null });
    expect(enabled.body.sales_channel).toMatchObject({
      name: "New",
      description: null,
      is_disabled: false,
    });
    expect(await eventNames(id)).toEqual([
      "sales_channel.created",
      "sales_channel.updated",
      "sales_channel.updated",
    ]);
  });

  it("keeps both of two changes made at once", async () => {
    const { id } = await aChannel(shop);
    await Promise.all([
      shop.admin.post(`${path}/${id}`, { name: "Both" }),
      shop.admin.post(`${path}/${id}`, { description: "kept" }),
    ]);
    expect(await shown(id)).toMatchObject({ name: "Both", description: "kept" });
  });

  it("is a 404 for a channel that does not exist", async () => {
    for (const change of [{ name: "T" }, { is_disabled: true }]) {
      const { status, body } = await shop.admin.post(`${path}/sc_unknown`, change);
      expect(status).toBe(404);
      expect(body).toEqual(unknown);
    }
  });

  it.each([{ name: "" }, { name: null }, { is_disabled: null }, { metadata: {} }])(
    "refuses %j",
    async (change) => {
      const channel = await aChannel(shop);
      const { status, body } = await shop.admin.post(`${path}/${channel.id}`, change);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
      expect(await shown(channel.id)).toEqual(channel);
    },
  );
});

describe("the default sales channel", () => {
  it("cannot be deleted or disabled, but renamed", async () => {
    const id = await defaultChannel(shop);
    const before = await shown(id);
    const gone = await shop.admin.delete(`${path}/${id}`);
    expect(gone.status).toBe(400);
    expect(gone.body).toEqual({
      type: "not_allowed",
      message: "You cannot delete the default sales channel",
    });
    const disabled = await shop.admin.post(`${path}/${id}`, { name: "Closed", is_disabled: true });
    expect(disabled.status).toBe(400);
    expect(disabled.body).toEqual({
      type: "not_allowed",
      message: "You cannot disable the default sales channel",
    });
    expect(await shown(id)).toEqual(before);
    expect(await eventNames(id)).toEqual([]);

    const { status, body } = await shop.admin.post(`${path}/${id}`, { name: "Main", is_disabled: false });
    expect(status).toBe(200);
    expect(body.sales_channel.name).toBe("Main");
  });

  it("is never a deleted one, when a channel is made the default and deleted at once", async () => {
    const first = await defaultChannel(shop);
    for (let round = 0; round < 5; round++) {
      const { id } = await aChannel(shop);
      const [change, deletion] = await Promise.all([
        shop.admin.post("/admin/store", { default_sales_channel_id: id }),
        shop.admin.delete(`${path}/${id}`),
      ]);
      const isDefault = (await defaultChannel(shop)) === id;
      expect(deletion.status).toBe(isDefault ? 400 : 200);
      expect(change.status).toBe(isDefault ? 200 : 404);
      await shop.admin.post("/admin/store", { default_sales_channel_id: first });
    }
  });
});

describe("deleting a sales channel", () => {
  it("takes it out of sight; doing it again changes nothing", async () => {
    const { id } = await aChannel(shop);
    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.delete(`${path}/${id}`);
      expect(status).toBe(200);
      expect(body).toEqual({ id, object: "sales-channel", deleted: true });
    }
    expect((await shop.admin.get(`${path}/${id}`)).status).toBe(404);
    expect((await shop.admin.post(`${path}/${id}`, { name: "Back" })).status).toBe(404);
    expect((await list(`id=${id}`)).body.count).toBe(0);
    expect(await eventNames(id)).toEqual(["sales_channel.created", "sales_channel.deleted"]);
  });

  it("is no trouble for one that never was", async () => {
    const { status, body } = await shop.admin.delete(`${path}/sc_unknown`);
    expect(status).toBe(200);
    expect(body).toEqual({ id: "sc_unknown", object: "sales-channel", deleted: true });
    expect(await eventNames("sc_unknown")).toEqual([]);
  });
});

describe("the list of sales channels", () => {
  it("searches names and descriptions, newest first, page by page", async () => {
    await aChannel(shop, { name: "Listed a" });
    await aChannel(shop, { name: "Market", description: "listed b" });
    await aChannel(shop, { name: "Listed c" });
    const all = await list("q=LISTED");
    expect(namesOf(all)).toEqual(["Listed c", "Market", "Listed a"]);
    expect(all.body).toMatchObject({ count: 3, offset: 0, limit: 20 });
    const second = await list("q=listed&order=name&limit=2&offset=2");
    expect(namesOf(second)).toEqual(["Market"]);
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2 });
    expect((await list("q=nobody")).body).toEqual({ sales_channels: [], count: 0, offset: 0, limit: 20 });
    expect(namesOf(await list("q=%25"))).toEqual([]);
  });

  it("filters by id, name, description and dates", async () => {
    const { id } = await aChannel(shop, { name: "Filtered", description: "exactly" });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const query of [
      `id=${id}`,
      "name=Filtered",
      "description=exactly",
      `name=Filtered&created_at[lt]=${tomorrow}`,
    ]) {
      expect(namesOf(await list(query))).toEqual(["Filtered"]);
    }
    for (const query of ["name=filtered", `id=${id}&updated_at[gt]=${tomorrow}`, "id=sc_unknown"]) {
      expect((await list(query)).body.count).toBe(0);
    }
  });

  it("shows deleted ones to who filters by their deletion", async () => {
    const { id } = await aChannel(shop);
    await shop.admin.delete(`${path}/${id}`);
    const { body } = await list(`id=${id}&deleted_at[gt]=2020-01-01`);
    expect(body.sales_channels).toMatchObject([{ id, deleted_at: expect.any(String) }]);
  });

  it("shows the selected fields and relations", async () => {
    const { id, name } = await aChannel(shop);
    const { body } = await list(`id=${id}&fields=name&expand=products,locations,publishableKeys`);
    expect(body.sales_channels).toEqual([
      expect.objectContaining({ id, name, products: [], locations: [], publishableKeys: [] }),
    ]);
    expect(body.sales_channels[0]).not.toHaveProperty("description");
  });

  it.each([
    "limit=-1",
    "limit=many",
    "order=nonsense",
    "expand=nonsense",
    "fields=nonsense",
    "created_at[gt]=yesterday",
    "id[]=a",
    "is_disabled=true",
  ])("refuses ?%s", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
  });

  it("takes two statements, and one channel takes one", async () => {
    const { id } = await aChannel(shop);
    const one = await countingStatements(shop.db, () => shop.admin.get(`${path}/${id}`));
    expect([one.statements.length, one.credentials]).toEqual([1, 1]);
    const page = await countingStatements(shop.db, () => list("expand=products,locations"));
    expect([page.statements.length, page.credentials]).toEqual([2, 1]);
  });
});

describe("one sales channel", () => {
  it("is a 404 when unknown, and takes fields and expand without effect", async () => {
    const missing = await shop.admin.get(`${path}/sc_unknown`);
    expect([missing.status, missing.body]).toEqual([404, unknown]);
    const { id } = await aChannel(shop);
    const usual = await shop.admin.get(`${path}/${id}`);
    expect((await shop.admin.get(`${path}/${id}?fields=id&expand=products`)).body).toEqual(usual.body);
    expect((await shop.admin.get(`${path}/${id}?colour=red`)).status).toBe(400);
  });
});
