import { describe, expect } from "vitest";
import { aMember, aMemberWith, aRole, lacking, type Member } from "../support/factories/team.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let packer: Member;
let other: Member;
let names = 0;

const { it, shop } = withShop();
it.beforeAll(async () => {
  const role = await aRole(shop, "orders:read");
  packer = await aMemberWith(shop, role);
  other = await aMemberWith(shop, role);
});

const PATH = "/admin/saved-views";
const search = { q: "friday", status: ["pending"] };

/** A view of the packer. */
async function aView(details: object = {}) {
  const view = { list: "orders", name: `View ${++names}`, search, ...details };
  const { status, body } = await packer.client.post(PATH, view);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.saved_view as { id: string; name: string };
}

const seenBy = async ({ client }: Pick<Member, "client">, list = "orders"): Promise<string[]> => {
  const { status, body } = await client.get(`${PATH}?list=${list}`);
  expect(status).toBe(200);
  return body.saved_views.map(({ id }: { id: string }) => id);
};
const rows = () => shop.db.run({ text: "select * from tradewind.saved_view order by id", values: [] });

describe("a saved view", () => {
  it("is the user's own, for one list, without a permission", async () => {
    const view = await aView();
    expect(view).toMatchObject({ list: "orders", search, is_shared: false, user_id: packer.id });
    expect(await seenBy(packer)).toContain(view.id);
    expect(await seenBy(packer, "products")).toEqual([]);
    expect(await seenBy(other)).not.toContain(view.id);
    expect(await seenBy({ client: shop.admin })).not.toContain(view.id);
  });

  it("that is shared is seen by all, and changed by its user and those who may change settings", async () => {
    const { id } = await aView({ is_shared: true });
    expect(await seenBy(other)).toContain(id);
    const before = await rows();
    expect(await other.client.post(`${PATH}/${id}`, { name: "Mine" })).toMatchObject(
      lacking("settings:write"),
    );
    expect(await other.client.delete(`${PATH}/${id}`)).toMatchObject(lacking("settings:write"));
    expect(await rows()).toEqual(before);

    const renamed = await shop.admin.post(`${PATH}/${id}`, { name: " To pack ", search: {} });
    expect(renamed.body.saved_view).toMatchObject({
      name: "To pack",
      search: {},
      is_shared: true,
      user_id: packer.id,
    });
    expect((await packer.client.post(`${PATH}/${id}`, { is_shared: false })).status).toBe(200);
    expect(await seenBy(other)).not.toContain(id);
    expect(await packer.client.delete(`${PATH}/${id}`)).toMatchObject({ body: { id, deleted: true } });
    expect(await seenBy(packer)).not.toContain(id);
  });

  it("of another user that is not shared does not exist for others, whatever they may do", async () => {
    const { id } = await aView();
    for (const client of [other.client, shop.admin]) {
      expect((await client.post(`${PATH}/${id}`, { name: "x" })).status).toBe(404);
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(404);
    }
    expect(await seenBy(packer)).toContain(id);
  });

  it("has a name of its own among the user's views of the list, also of two requests at once", async () => {
    const { name } = await aView();
    const again = { list: "orders", name: name.toUpperCase(), search: {} };
    const taken = await packer.client.post(PATH, again);
    expect(taken).toMatchObject({ status: 422, body: { message: expect.stringContaining("name") } });
    expect((await packer.client.post(PATH, { ...again, list: "products" })).status).toBe(200);
    expect((await other.client.post(PATH, again)).status).toBe(200);
    const twice = { list: "orders", name: "At once", search: {} };
    const answers = await Promise.all([1, 2].map(() => packer.client.post(PATH, twice)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it.each([
    [{ list: "orders", search: {} }, "name"],
    [{ list: "orders", name: " ", search: {} }, "name"],
    [{ list: "Orders?", name: "a", search: {} }, "list"],
    [{ list: "orders", name: "a" }, "search"],
    [{ list: "orders", name: "a", search: { a: { b: 1 } } }, "search"],
    [{ list: "orders", name: "a", search: { q: "x".repeat(10_000) } }, "search"],
    [{ list: "orders", name: "a", search: {}, user_id: "usr_1" }, "user_id"],
  ])("is refused with the name of the field: %j", async (view, field) => {
    const before = await rows();
    const { status, body } = await packer.client.post(PATH, view);
    expect([status, body.type]).toEqual([400, "invalid_data"]);
    expect(body.message).toContain(field);
    expect(await rows()).toEqual(before);
  });

  it("is not for visitors", async () => {
    expect((await shop.visitor().get(PATH)).status).toBe(401);
  });

  it("is in the audit log with what it was before", async () => {
    const { id } = await aView();
    await packer.client.post(`${PATH}/${id}`, { name: `Renamed ${names}` });
    const { body } = await shop.admin.get(`/admin/audit-log?path=${PATH}/${id}`);
    expect(body.entries[0]).toMatchObject({ user_id: packer.id, after: { name: `Renamed ${names}` } });
  });

  it("is there for every user of a shop without roles", async () => {
    const member = await aMember(shop);
    expect((await member.client.get(`${PATH}?list=orders`)).status).toBe(200);
  });
});
