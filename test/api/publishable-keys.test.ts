import { describe, expect } from "vitest";
import { salesChannelsOfKey } from "../../src/modules/shop/publishable-keys/index.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { aChannel, aKey } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const path = "/admin/publishable-api-keys";
const shown = async (id: string) => (await shop.admin.get(`${path}/${id}`)).body.publishable_api_key;
const list = (query: string) => shop.admin.get(`${path}?${query}`);
const titlesOf = (answer: { body: { publishable_api_keys: { title: string }[] } }) =>
  answer.body.publishable_api_keys.map(({ title }) => title);
const countKeys = async () => (await list("limit=1")).body.count;
const batch = (id: string) => `${path}/${id}/sales-channels/batch`;
const ids = (...channels: { id: string }[]) => ({ sales_channel_ids: channels.map(({ id }) => ({ id })) });
const channelsOf = async (id: string, query = "") =>
  (await shop.admin.get(`${path}/${id}/sales-channels${query}`)).body.sales_channels.map(
    (channel: { id: string }) => channel.id,
  );
const eventNames = async (id: string) => (await eventsAbout(shop, id)).map(({ name }) => name);
const unknown = { type: "not_found", message: "Publishable key with id: pk_unknown was not found" };

describe("every route of a publishable key", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", "/ID"],
    ["POST", "/ID"],
    ["DELETE", "/ID"],
    ["POST", "/ID/revoke"],
    ["GET", "/ID/sales-channels"],
    ["POST", "/ID/sales-channels/batch"],
    ["DELETE", "/ID/sales-channels/batch"],
  ])("%s /admin/publishable-api-keys%s is for users only", async (method, rest) => {
    const key = await aKey(shop);
    const before = await countKeys();
    const body = method === "GET" ? undefined : { title: "Visitor" };
    const answer = await shop.visitor().send(method, path + rest.replace("ID", key.id), { body });
    expect(answer.status).toBe(401);
    expect(await countKeys()).toBe(before);
    expect(await shown(key.id)).toEqual(key);
  });
});

describe("a publishable key", () => {
  it("belongs to who created it", async () => {
    const { status, body } = await shop.admin.post(path, { title: "Storefront" });
    expect(status).toBe(200);
    expect(body.publishable_api_key).toEqual({
      id: expect.stringMatching(/^pk_[0-9A-Z]{26}$/),
      title: "Storefront",
      created_by: shop.adminId,
      revoked_by: null,
      revoked_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await shown(body.publishable_api_key.id)).toEqual(body.publishable_api_key);
    expect(await eventNames(body.publishable_api_key.id)).toEqual(["publishable_api_key.created"]);
  });

  it.each([
    [{}, "title is required"],
    [{ title: "" }, "title should not be empty"],
    [{ title: 7 }, "title must be a string"],
    [{ title: "t".repeat(256) }, "title must NOT have more than 255 characters"],
    [{ title: "X", created_by: "me" }, "property created_by should not exist"],
  ])("is not made of %j", async (input, message) => {
    const before = await countKeys();
    const { status, body } = await shop.admin.post(path, input);
    expect(status).toBe(400);
    expect(body).toEqual({ type: "invalid_data", message });
    expect(await countKeys()).toBe(before);
  });

  it("takes another title, and keeps its own when none is sent", async () => {
    const key = await aKey(shop);
    const { status, body } = await shop.admin.post(`${path}/${key.id}`, { title: "Renamed" });
    expect(status).toBe(200);
    expect(body.publishable_api_key).toMatchObject({ id: key.id, title: "Renamed" });
    expect((await shop.admin.post(`${path}/${key.id}`, {})).body.publishable_api_key.title).toBe("Renamed");
    for (const change of [{ title: "" }, { title: null }, { revoked_at: null }]) {
      expect((await shop.admin.post(`${path}/${key.id}`, change)).status).toBe(400);
    }
    expect((await shown(key.id)).title).toBe("Renamed");
  });

  it("is revoked once, by one of those who try at the same time", async () => {
    const { id } = await aKey(shop);
    const answers = await Promise.all([1, 2, 3].map(() => shop.admin.post(`${path}/${id}/revoke`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      type: "not_allowed",
      message: "PublishableApiKey has already been revoked.",
    });
    expect(await shown(id)).toMatchObject({ revoked_by: shop.adminId, revoked_at: expect.any(String) });
    expect(await eventNames(id)).toEqual(["publishable_api_key.created", "publishable_api_key.revoked"]);
    const renamed = await shop.admin.post(`${path}/${id}`, { title: "Old one" });
    expect(renamed.body.publishable_api_key).toMatchObject({
      title: "Old one",
      revoked_by: shop.adminId,
    });
  });

  it("is deleted for good, with its hold on channels", async () => {
    const { id } = await aKey(shop, { channels: [await aChannel(shop)] });
    const { status, body } = await shop.admin.delete(`${path}/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ id, object: "publishable_api_key", deleted: true });
    expect((await shop.admin.delete(`${path}/${id}`)).status).toBe(404);
    const left = await shop.db.run({
      text: "select 1 from publishable_api_key_sales_channel where publishable_key_id = $1",
      values: [id],
    });
    expect(left).toEqual([]);
    expect((await eventNames(id)).filter((name) => name.endsWith("deleted"))).toHaveLength(1);
  });

  it("is a 404 when unknown", async () => {
    for (const answer of [
      await shop.admin.get(`${path}/pk_unknown`),
      await shop.admin.delete(`${path}/pk_unknown`),
      await shop.admin.post(`${path}/pk_unknown`, { title: "T" }),
      await shop.admin.post(`${path}/pk_unknown/revoke`),
      await shop.admin.get(`${path}/pk_unknown/sales-channels`),
      await shop.admin.post(batch("pk_unknown"), ids()),
      await shop.admin.delete(batch("pk_unknown"), ids()),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown);
    }
  });
});

describe("the list of publishable keys", () => {
  it("searches titles, newest first, page by page", async () => {
    for (const title of ["Listed a", "Listed b", "Listed c"]) await aKey(shop, { title });
    const all = await list("q=LISTED");
    expect(titlesOf(all)).toEqual(["Listed c", "Listed b", "Listed a"]);
    expect(all.body).toMatchObject({ count: 3, offset: 0, limit: 20 });
    const second = await list("q=listed&order=title&limit=2&offset=2");
    expect(titlesOf(second)).toEqual(["Listed c"]);
    expect(second.body).toMatchObject({ count: 3, offset: 2, limit: 2 });
  });

  it("filters by dates, also that of the revocation", async () => {
    const { id } = await aKey(shop, { title: "Dated" });
    const revoked = () => list("q=dated&revoked_at[gt]=2020-01-01");
    expect((await revoked()).body.count).toBe(0);
    await shop.admin.post(`${path}/${id}/revoke`);
    expect(titlesOf(await revoked())).toEqual(["Dated"]);
    expect((await list("q=dated&created_at[lt]=2020-01-01")).body.count).toBe(0);
    expect(titlesOf(await list("q=dated&updated_at[gt]=2020-01-01"))).toEqual(["Dated"]);
  });

  it.each(["limit=-1", "order=nonsense", "expand=nonsense", "fields=nonsense", "revoked_at=x", "title=x"])(
    "refuses ?%s",
    async (query) => {
      const { status, body } = await list(query);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
    },
  );

  it("takes two statements, one key takes one, its channels two", async () => {
    const { id } = await aKey(shop, { channels: [await aChannel(shop)] });
    const counted = async (url: string) =>
      (await countingStatements(shop.db, () => shop.admin.get(url))).statements.length;
    expect(await counted(path)).toBe(2);
    expect(await counted(`${path}/${id}`)).toBe(1);
    expect(await counted(`${path}/${id}/sales-channels`)).toBe(2);
  });
});

describe("the sales channels of a key", () => {
  it("are added, each once, searched and removed", async () => {
    const [site, app] = [
      await aChannel(shop, { name: "Site", description: "web" }),
      await aChannel(shop, { name: "App", description: "phones" }),
    ];
    const key = await aKey(shop);
    const added = await shop.admin.post(batch(key.id), ids(site, app, site));
    expect(added.status).toBe(200);
    expect(added.body).toEqual({ publishable_api_key: key });
    expect((await shop.admin.post(batch(key.id), ids(site))).status).toBe(200);
    const { body } = await shop.admin.get(`${path}/${key.id}/sales-channels`);
    expect(body).toEqual({ sales_channels: [site, app] });
    expect(await channelsOf(key.id, "?q=PHONE")).toEqual([app.id]);
    expect(await channelsOf(key.id, "?q=site")).toEqual([site.id]);
    expect(await channelsOf(key.id, "?q=nowhere")).toEqual([]);

    const removed = await shop.admin.delete(batch(key.id), ids(app, { id: "sc_unknown" }));
    expect(removed.status).toBe(200);
    expect(removed.body).toEqual({ publishable_api_key: key });
    expect(await channelsOf(key.id)).toEqual([site.id]);
    expect((await eventsAbout(shop, key.id)).slice(1)).toEqual([
      {
        name: "publishable_api_key.sales_channels_added",
        data: { id: key.id, sales_channel_ids: [site.id, app.id] },
      },
      {
        name: "publishable_api_key.sales_channels_removed",
        data: { id: key.id, sales_channel_ids: [app.id] },
      },
    ]);
  });

  it("all stay out when one of them does not exist", async () => {
    const [known, gone, key] = [await aChannel(shop), await aChannel(shop), await aKey(shop)];
    await shop.admin.delete(`/admin/sales-channels/${gone.id}`);
    const { status, body } = await shop.admin.post(batch(key.id), ids(known, gone));
    expect(status).toBe(400);
    expect(body).toEqual({
      message: "Provided request body contains errors. Please check the data and retry the request",
      errors: [`Sales Channels ${gone.id} do not exist`],
    });
    expect(await channelsOf(key.id)).toEqual([]);
  });

  it("are not changed by malformed requests", async () => {
    const channel = await aChannel(shop);
    const { id } = await aKey(shop, { channels: [channel] });
    for (const method of ["POST", "DELETE"]) {
      for (const body of [{}, { sales_channel_ids: "x" }, { sales_channel_ids: ["x"] }, { ids: [] }]) {
        expect((await shop.admin.send(method, batch(id), { body })).status).toBe(400);
      }
    }
    expect((await shop.admin.get(`${path}/${id}/sales-channels?limit=1`)).status).toBe(400);
    expect(await channelsOf(id)).toEqual([channel.id]);
  });

  it("are given once when two give them at the same moment", async () => {
    const [a, b, { id }] = [await aChannel(shop), await aChannel(shop), await aKey(shop)];
    const answers = await Promise.all([
      shop.admin.post(batch(id), ids(a, b)),
      shop.admin.post(batch(id), ids(b, a)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await channelsOf(id)).sort()).toEqual([a.id, b.id].sort());
  });
});

describe("what a storefront may see", () => {
  const scope = (key: string | undefined) => salesChannelsOfKey({ db: shop.db }, key);

  it("is everything without a key, and with one that was given no channel", async () => {
    const free = await countingStatements(shop.db, () => scope(undefined));
    expect(free).toMatchObject({ result: null, statements: [], credentials: 0 });
    expect(await scope("")).toBeNull();
    expect(await scope((await aKey(shop)).id)).toBeNull();
  });

  it("is what its channels sell, found in one statement", async () => {
    const channels = [await aChannel(shop), await aChannel(shop)];
    const { id } = await aKey(shop, { channels });
    const looked = await countingStatements(shop.db, () => scope(id));
    expect(looked).toMatchObject({ result: channels.map((each) => each.id), statements: [], credentials: 1 });
  });

  it("does not become more when its channels are deleted", async () => {
    const [first, second] = [await aChannel(shop), await aChannel(shop)];
    const { id } = await aKey(shop, { channels: [first, second] });
    await shop.admin.delete(`/admin/sales-channels/${first.id}`);
    expect(await scope(id)).toEqual([second.id]);
    await shop.admin.delete(`/admin/sales-channels/${second.id}`);
    expect(await scope(id)).toEqual([]);
  });

  it("is nothing with a key that is unknown, deleted or revoked", async () => {
    const [revoked, deleted] = [await aKey(shop), await aKey(shop)];
    await shop.admin.post(`${path}/${revoked.id}/revoke`);
    await shop.admin.delete(`${path}/${deleted.id}`);
    await expect(scope(revoked.id)).rejects.toMatchObject({
      type: "unauthorized",
      message: "The publishable API key was revoked",
    });
    for (const key of ["pk_unknown", deleted.id]) {
      await expect(scope(key)).rejects.toMatchObject({
        type: "unauthorized",
        message: "The publishable API key is not known",
      });
    }
  });
});
