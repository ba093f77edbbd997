import { describe, expect } from "vitest";
import { aCustomer, aShopper, eventsAbout } from "../support/factories/customers.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const own = "/store/customers/me/marketing-consent";
const ofAdmin = (id: string) => `/admin/customers/${id}/marketing-consent`;
const yes = { channel: "email", is_given: true, wording: "Send me news", wording_version: "2026-11" };
const proofs = (id: string) =>
  shop.db.run({
    text: "select * from tradewind.consent_entry where customer_id = $1 order by recorded_at",
    values: [id],
  });

describe("marketing consent", () => {
  it("is given and withdrawn by the customer, with a proof of both", async () => {
    const { browser, id } = await aShopper(shop);
    expect((await browser.get(own)).body).toEqual({ consents: [] });
    const given = await browser.post(own, { ...yes, source: "checkout" });
    expect(given.body.consents).toMatchObject([{ channel: "email", is_given: true }]);
    await browser.post(own, yes);
    await browser.post(own, { channel: "email", is_given: false });
    const { body } = await shop.admin.get(ofAdmin(id));
    expect(body.consents).toMatchObject([{ channel: "email", is_given: false }]);
    expect(body.history).toMatchObject([
      { is_given: false, source: "storefront", wording: null, user_id: null },
      {
        is_given: true,
        source: "checkout",
        wording: "Send me news",
        wording_version: "2026-11",
        ip: null,
        user: null,
      },
    ]);
    const events = (await eventsAbout(shop, id)).filter(({ name }) => name === "customer.consent_changed");
    expect(events.map(({ data }) => data)).toEqual([
      { id, channel: "email", is_given: true, source: "checkout" },
      { id, channel: "email", is_given: false, source: "storefront" },
    ]);
  });

  it("is recorded by a user, filters the list and is in exports", async () => {
    const [one, other] = [await aCustomer(shop), await aCustomer(shop)];
    const { status, body } = await shop.admin.post(ofAdmin(one.id), { ...yes, source: "phone call" });
    expect(status).toBe(200);
    expect(body.history[0]).toMatchObject({
      source: "phone call",
      user_id: shop.adminId,
      user: { id: shop.adminId },
    });
    const list = async (query: string) =>
      (await shop.admin.get(`/admin/customers?${query}`)).body.customers.map(({ id }: { id: string }) => id);
    expect(await list("marketing_consent=email")).toContain(one.id);
    expect(await list("marketing_consent=email")).not.toContain(other.id);
    expect(await list("marketing_consent=sms")).not.toContain(one.id);
    expect((await shop.admin.get("/admin/customers?marketing_consent=fax")).status).toBe(400);
    const shown = await shop.admin.get(`/admin/customers/${one.id}?expand=consents`);
    expect(shown.body.customer.consents).toMatchObject([{ channel: "email", is_given: true }]);
    expect(Object.keys((await shop.admin.get(`/admin/customers/${one.id}`)).body.customer)).not.toContain(
      "consents",
    );
  });

  it("is decided once when two requests come at the same time", async () => {
    const { browser, id } = await aShopper(shop);
    await Promise.all([browser.post(own, yes), browser.post(own, yes), browser.post(own, yes)]);
    expect(await proofs(id)).toHaveLength(1);
  });

  it.each([
    [
      "without the text",
      { ...yes, wording: undefined },
      "wording: consent needs the text that the customer agreed to",
    ],
    ["for an unknown channel", { ...yes, channel: "fax" }, "channel"],
    ["without a decision", { channel: "email" }, "is_given is required"],
    [
      "with an address of the client's own choice",
      { ...yes, ip: "10.0.0.1" },
      "property ip should not exist",
    ],
    ["with a text that is too long", { ...yes, wording: "x".repeat(5_001) }, "wording"],
  ])("is refused %s", async (_, sent, message) => {
    const { browser, id } = await aShopper(shop);
    const { status, body } = await browser.post(own, sent);
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    expect(body.message).toContain(message);
    expect(await proofs(id)).toEqual([]);
  });

  it("is for the customer alone, and for users who may see customers", async () => {
    const { browser, id } = await aShopper(shop);
    await browser.post(own, yes);
    const visitor = shop.visitor();
    expect((await visitor.get(own)).status).toBe(401);
    expect((await visitor.post(own, yes)).status).toBe(401);
    expect((await browser.get(ofAdmin(id))).status).toBe(401);
    expect((await shop.admin.get(ofAdmin("cus_unknown"))).status).toBe(404);
    expect((await shop.admin.post(ofAdmin("cus_unknown"), yes)).status).toBe(404);
    const packer = await aMemberWith(shop, await aRole(shop, "orders:read"));
    expect(await packer.client.get(ofAdmin(id))).toMatchObject(lacking("customers:read"));
    const reader = await aMemberWith(shop, await aRole(shop, "customers:read"));
    expect((await reader.client.get(ofAdmin(id))).status).toBe(200);
    expect(await reader.client.post(ofAdmin(id), yes)).toMatchObject(lacking("customers:write"));
    expect(await proofs(id)).toHaveLength(1);
  });
});

it("an IP address is stored if the shop says so, and shown to users who may see personal data", async () => {
  const stores = await startShop({ TRADEWIND_CONSENT_IP: "on" });
  try {
    const { browser, id } = await aShopper(stores as never);
    await browser.post(own, yes);
    const ipFor = async (client: typeof browser) => (await client.get(ofAdmin(id))).body.history[0].ip;
    expect(await ipFor(stores.admin)).toBe("127.0.0.1");
    const reader = await aMemberWith(stores as never, await aRole(stores as never, "customers:read"));
    expect(await ipFor(reader.client)).toBeNull();
    await stores.admin.post(ofAdmin(id), { channel: "sms", is_given: true, wording: "By phone" });
    expect((await stores.admin.get(ofAdmin(id))).body.history[0].ip).toBeNull();
  } finally {
    await stores.close();
  }
});
