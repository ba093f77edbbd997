import { describe, expect } from "vitest";
import { eventsAbout } from "../support/factories/customers.ts";
import { aBareLocation, aBareProduct, aChannel } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const products = (id: string) => `/admin/sales-channels/${id}/products/batch`;
const locations = (id: string) => `/admin/sales-channels/${id}/stock-locations`;
const ids = (...list: string[]) => ({ product_ids: list.map((id) => ({ id })) });
const unknown = { type: "not_found", message: "Sales channel with id: sc_unknown was not found" };

const expanded = async (id: string) =>
  (await shop.admin.get(`/admin/sales-channels?id=${id}&expand=products,locations`)).body.sales_channels[0];
const productsOf = async (id: string) =>
  (await expanded(id)).products.map((product: { id: string }) => product.id).sort();
const locationsOf = async (id: string) =>
  (await expanded(id)).locations.map((each: { location_id: string }) => each.location_id).sort();
const eventsOf = async (id: string) =>
  (await eventsAbout(shop, id)).filter(({ name }) => name !== "sales_channel.created");

describe("the products of a sales channel", () => {
  it("are added, each once, and announced", async () => {
    const channel = await aChannel(shop);
    const [one, two] = [await aBareProduct(shop), await aBareProduct(shop)];
    const { status, body } = await shop.admin.post(products(channel.id), ids(one, one));
    expect(status).toBe(200);
    expect(body).toEqual({ sales_channel: channel });
    expect((await shop.admin.post(products(channel.id), ids(two, one))).status).toBe(200);
    expect(await productsOf(channel.id)).toEqual([one, two].sort());
    expect(await eventsOf(channel.id)).toEqual([
      { name: "sales_channel.products_added", data: { id: channel.id, product_ids: [one] } },
      { name: "sales_channel.products_added", data: { id: channel.id, product_ids: [two] } },
    ]);
  });

  it("all stay out when one of them does not exist", async () => {
    const { id } = await aChannel(shop);
    const [known, deleted] = [await aBareProduct(shop), await aBareProduct(shop, { deleted: true })];
    const { status, body } = await shop.admin.post(products(id), ids(known, "prod_unknown", deleted));
    expect(status).toBe(400);
    expect(body).toEqual({
      message: "Provided request body contains errors. Please check the data and retry the request",
      errors: [`Products ${[deleted, "prod_unknown"].sort().join(", ")} do not exist`],
    });
    expect(await productsOf(id)).toEqual([]);
    expect(await eventsOf(id)).toEqual([]);
  });

  it("are removed; those that are not sold there are passed over", async () => {
    const [channel, other] = [await aChannel(shop), await aChannel(shop)];
    const [one, two] = [await aBareProduct(shop), await aBareProduct(shop)];
    await shop.admin.post(products(channel.id), ids(one, two));
    await shop.admin.post(products(other.id), ids(one));
    const { status, body } = await shop.admin.delete(products(channel.id), ids(one, "prod_unknown"));
    expect(status).toBe(200);
    expect(body).toEqual({ sales_channel: channel });
    expect(await productsOf(channel.id)).toEqual([two]);
    expect(await productsOf(other.id)).toEqual([one]);
    await shop.admin.delete(products(channel.id), ids(one));
    expect((await eventsOf(channel.id)).slice(1)).toEqual([
      { name: "sales_channel.products_removed", data: { id: channel.id, product_ids: [one] } },
    ]);
  });

  it("do not mind an empty list, or two lists at once", async () => {
    const { id } = await aChannel(shop);
    const made = await Promise.all([aBareProduct(shop), aBareProduct(shop), aBareProduct(shop)]);
    expect((await shop.admin.post(products(id), ids())).status).toBe(200);
    expect((await shop.admin.delete(products(id), ids())).status).toBe(200);
    const answers = await Promise.all([
      shop.admin.post(products(id), ids(...made)),
      shop.admin.post(products(id), ids(...[...made].reverse())),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await productsOf(id)).toEqual([...made].sort());
  });

  it.each(["POST", "DELETE"])(
    "are not changed by a malformed %s or in an unknown channel",
    async (method) => {
      const [{ id }, inside] = [await aChannel(shop), await aBareProduct(shop)];
      await shop.admin.post(products(id), ids(inside));
      for (const [body, message] of [
        [{}, "product_ids is required"],
        [{ product_ids: inside }, "product_ids must be an array"],
        [{ product_ids: [inside] }, "product_ids.0 must be an object"],
        [{ product_ids: [{}] }, "id is required"],
        [{ product_ids: [{ id: 7 }] }, "product_ids.0.id must be a string"],
        [{ ...ids(inside), why: "" }, "property why should not exist"],
      ] as const) {
        const answer = await shop.admin.send(method, products(id), { body });
        expect(answer.status).toBe(400);
        expect(answer.body).toEqual({ type: "invalid_data", message });
      }
      const answer = await shop.admin.send(method, products("sc_unknown"), { body: ids(inside) });
      expect([answer.status, answer.body]).toEqual([404, unknown]);
      expect(await productsOf(id)).toEqual([inside]);
    },
  );
});

describe("the stock locations of a sales channel", () => {
  it("are added once, also by requests at the same time, and removed again", async () => {
    const [channel, location] = [await aChannel(shop), await aBareLocation(shop)];
    const add = () => shop.admin.post(locations(channel.id), { location_id: location });
    const answers = await Promise.all([add(), add(), add()]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ sales_channel: channel });
    }
    expect(await locationsOf(channel.id)).toEqual([location]);

    for (const _ of ["first", "second"]) {
      const { status, body } = await shop.admin.delete(locations(channel.id), { location_id: location });
      expect(status).toBe(200);
      expect(body).toEqual({ id: channel.id, object: "stock-location", deleted: true });
    }
    expect(await locationsOf(channel.id)).toEqual([]);
    const data = { id: channel.id, location_id: location };
    expect(await eventsOf(channel.id)).toEqual([
      { name: "sales_channel.location_added", data },
      { name: "sales_channel.location_removed", data },
    ]);
    await add();
    expect(await locationsOf(channel.id)).toEqual([location]);
  });

  it("must exist, as must the channel", async () => {
    const [{ id }, location] = [await aChannel(shop), await aBareLocation(shop)];
    for (const gone of ["sloc_unknown", await aBareLocation(shop, { deleted: true })]) {
      const { status, body } = await shop.admin.post(locations(id), { location_id: gone });
      expect(status).toBe(404);
      expect(body).toEqual({ type: "not_found", message: `StockLocation with id: ${gone} was not found` });
    }
    for (const method of ["POST", "DELETE"]) {
      const answer = await shop.admin.send(method, locations("sc_unknown"), {
        body: { location_id: location },
      });
      expect([answer.status, answer.body]).toEqual([404, unknown]);
      for (const body of [{}, { location_id: 7 }, { location_id: "" }, { location_id: location, x: 1 }]) {
        expect((await shop.admin.send(method, locations(id), { body })).status).toBe(400);
      }
    }
    expect(await locationsOf(id)).toEqual([]);
  });

  it("are removed with the channel", async () => {
    const [{ id }, location] = [await aChannel(shop), await aBareLocation(shop)];
    await shop.admin.post(locations(id), { location_id: location });
    await shop.admin.delete(`/admin/sales-channels/${id}`);
    const [left] = await shop.db.run<{ count: number }>({
      text: "select count(*) from sales_channel_location where sales_channel_id = $1 and deleted_at is null",
      values: [id],
    });
    expect(left?.count).toBe(0);
  });
});
