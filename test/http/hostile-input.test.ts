import { describe, expect } from "vitest";
import { aPriceList } from "../support/factories/price-lists.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

// Every operation with random input is in test/fuzz.
const { it, shop } = withShop();
it.beforeAll(async () => {
  await shop.admin.post("/admin/collections", { title: "Winter" });
});

describe("hostile input", () => {
  it.each([
    ["fields=__proto__.id", "fields: customer has no relation __proto__"],
    ["fields=constructor.name", "fields: customer has no relation constructor"],
    ["expand=toString", "expand: customer has no relation toString"],
    ["order=hasOwnProperty.length", "order: customer has no hasOwnProperty to sort by"],
    ["offset=Infinity", "offset must not be greater than 2147483647"],
    ["limit=-Infinity", "limit must not be less than 0"],
    ["q=a%00b", "q contains a NUL character"],
    ["groups[]=a&groups[]=%00", "groups contains a NUL character"],
    ["created_at[lt]=-000300-01-01", "created_at.lt must be a date"],
  ])("in a query is refused with its place: %s", async (query, message) => {
    const answer = await shop.admin.get(`/admin/customers?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { type: "invalid_data", message } });
  });

  it("in a path is refused with its place", async () => {
    const { status, body } = await shop.admin.get("/admin/products/a%00b");
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "id contains a NUL character",
    });
  });

  it("is half of a surrogate pair, anywhere in a body", async () => {
    const path = "/admin/collections";
    const before = (await shop.admin.get(path)).body.count;
    for (const body of [
      { title: "a\ud800" },
      { title: "a", metadata: { "\udc00": 1 } },
      { title: "a", metadata: { list: ["\ud83d"] } },
    ]) {
      expect(await shop.admin.post(path, body)).toMatchObject({
        status: 400,
        body: { message: "the request body contains half a surrogate pair" },
      });
    }
    expect((await shop.admin.get(path)).body.count).toBe(before);
    const whole = await shop.admin.send("POST", path, { raw: '{"title":"cart \\ud83d\\uded2"}' });
    expect(whole.body.collection.title).toBe("cart 🛒");
  });

  it.each(["-000300-01-01T00:00:00.000Z", "+275760-09-13T00:00:00.000Z"])(
    "is a date that no answer could show: %s",
    async (date) => {
      const list = await aPriceList(shop);
      const answer = await shop.admin.post(`/admin/price-lists/${list.id}`, { starts_at: date });
      expect(answer).toMatchObject({ status: 400, body: { message: "starts_at must be a date" } });
    },
  );

  it("of another program in the database does not stop the lists", async () => {
    await shop.db.run({
      text: "update product_collection set created_at = '0300-01-01 BC', updated_at = 'infinity'",
      values: [],
    });
    const { status, body } = await shop.visitor().get("/store/collections");
    expect(status).toBe(200);
    expect(body.collections[0].created_at).toMatch(/BC$/);
    await shop.db.run({
      text: "update product_collection set created_at = now(), updated_at = now()",
      values: [],
    });
  });
});
