import { describe, expect } from "vitest";
import { aCart, aPlace, changeCart, type Place } from "../support/factories/carts.ts";
import { aPaymentLink, sendForm, totalIn } from "../support/factories/payment-links.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let mug: string;
let made = 0;

const { it, shop } = withShop(() => startShop());
it.beforeAll(async () => {
  place = await aPlace(shop);
  await anOption(shop, place.id);
  mug = await aSoldVariant(shop, { price: 2000 });
});

/** A cart with two mugs that its customer left some hours ago. */
async function aCartLeft({ hours = 10, email = `left-${++made}@example.com`, quantity = 2 } = {}) {
  const visitor = shop.visitor();
  const { id } = await aCart(visitor, { region_id: place.id, items: [{ variant_id: mug, quantity }] });
  if (email) await changeCart(visitor, id, { email });
  await shop.db.run({
    text: `update cart set created_at = now() - make_interval(hours => $2), updated_at = now() - make_interval(hours => $2)
      where id = $1`,
    values: [id, hours],
  });
  await shop.db.run({
    text: "update line_item set updated_at = now() - make_interval(hours => $2) where cart_id = $1",
    values: [id, hours],
  });
  return { id, email };
}

const list = async (query = "") => {
  const { status, body } = await shop.admin.get(`/admin/abandoned-carts${query}`);
  expect(status).toBe(200);
  return body as { abandoned_carts: { id: string; email: string; worth: number }[]; count: number };
};
const idsIn = ({ abandoned_carts }: Awaited<ReturnType<typeof list>>) => abandoned_carts.map(({ id }) => id);

describe("the list of abandoned carts", () => {
  it("has those with an email, with their worth and goods, the newest first", async () => {
    const older = await aCartLeft({ hours: 30 });
    const newer = await aCartLeft({ hours: 8 });
    const anonymous = await aCartLeft({ email: "" });
    const active = await aCartLeft({ hours: 2 });
    const found = await list();
    const ids = idsIn(found);
    expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
    expect(ids).not.toContain(anonymous.id);
    expect(ids).not.toContain(active.id);
    expect(found.count).toBe(ids.length);
    expect(found.abandoned_carts.find(({ id }) => id === newer.id)).toMatchObject({
      email: newer.email,
      worth: 4000,
      pieces: 2,
      contacted_at: null,
    });
    expect(idsIn(await list("?idle_hours=1"))).toContain(active.id);
  });

  it("leaves out carts that were bought, and those without goods", async () => {
    const empty = await aCartLeft();
    await shop.db.run({ text: "delete from line_item where cart_id = $1", values: [empty.id] });
    const bought = await aCartLeft();
    await shop.db.run({ text: "update cart set completed_at = now() where id = $1", values: [bought.id] });
    const ids = idsIn(await list());
    expect(ids).not.toContain(empty.id);
    expect(ids).not.toContain(bought.id);
    expect((await shop.admin.get(`/admin/abandoned-carts/${bought.id}`)).status).toBe(404);
  });

  it("has those that were contacted, or not, once however often it is said", async () => {
    const { id } = await aCartLeft();
    const at = `/admin/abandoned-carts/${id}`;
    await Promise.all([1, 2, 3].map(() => shop.admin.post(at, { contacted: true })));
    const { body } = await shop.admin.get(at);
    expect(body.abandoned_cart).toMatchObject({ contacted_at: expect.any(String) });
    expect(body.abandoned_cart.items).toMatchObject([{ quantity: 2, unit_price: 2000 }]);
    const events = await shop.db.run({
      text: "select 1 from tradewind.event where name = 'abandoned_cart.contacted' and entity_id = $1",
      values: [id],
    });
    expect(events).toHaveLength(1);
    expect(idsIn(await list("?contacted=false"))).not.toContain(id);
    expect(idsIn(await list("?contacted=true"))).toContain(id);
    await shop.admin.post(at, { contacted: false });
    expect(idsIn(await list("?contacted=false"))).toContain(id);
  });

  it("can be saved as a file that runs no formulas", async () => {
    const { id } = await aCartLeft();
    await shop.db.run({ text: "update line_item set title = '=1+1' where cart_id = $1", values: [id] });
    await shop.db.run({ text: "update cart set email = '=evil@example.com' where id = $1", values: [id] });
    const { status, body, headers } = await shop.admin.get("/admin/abandoned-carts/export");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/csv");
    const line = (body as string).split("\r\n").find((each) => each.startsWith(id))!;
    expect(line.split(";")[3]).toMatch(/^'=evil/);
    expect(line).toContain(";40;");
  });

  it("refuses filters that are none", async () => {
    for (const query of ["?idle_hours=0", "?idle_hours=x", "?from=yesterday", "?other=1"]) {
      expect((await shop.admin.get(`/admin/abandoned-carts${query}`)).status).toBe(400);
    }
    expect((await shop.admin.post("/admin/abandoned-carts/cart_none", { contacted: true })).status).toBe(404);
  });

  it("is for users who may see orders", async () => {
    const { client } = await aMemberWith(shop, await aRole(shop, "products:read"));
    expect(await client.get("/admin/abandoned-carts")).toMatchObject(lacking("orders:read"));
  });

  it("is a file only for users who may export personal data", async () => {
    const at = "/admin/abandoned-carts/export";
    const { client: reader } = await aMemberWith(shop, "read-only");
    expect((await reader.get("/admin/abandoned-carts")).status).toBe(200);
    expect(await reader.get(at)).toMatchObject(lacking("personal-data:read"));
    const { client } = await aMemberWith(shop, await aRole(shop, "personal-data:read"));
    expect(await client.get(at)).toMatchObject(lacking("orders:read"));
    const both = await aRole(shop, "orders:read", "personal-data:read");
    expect((await (await aMemberWith(shop, both)).client.get(at)).status).toBe(200);
  });
});

describe("an abandoned cart", () => {
  it("is bought with the link to pay, and leaves the list", async () => {
    const { id } = await aCartLeft();
    const path = await aPaymentLink(shop.admin, id);
    const visitor = shop.visitor();
    const first = await visitor.get(path);
    const country_code = /<option value="(\w\w)"/.exec(first.body)![1]!;
    const second = await sendForm(visitor, path, {
      step: "address",
      first_name: "Ada",
      last_name: "Byron",
      address_1: "Low Street 1",
      postal_code: "1",
      city: "Town",
      country_code,
    });
    const option_id = /name="option_id" value="([^"]+)"/.exec(second.body)![1]!;
    const third = await sendForm(visitor, path, { step: "shipping", option_id });
    const total = totalIn(third.body);
    const done = await sendForm(visitor, path, { step: "pay", provider_id: "manual", total });
    expect(done.body).toContain("Thank you");
    expect(idsIn(await list())).not.toContain(id);
  });
});
