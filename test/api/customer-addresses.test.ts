import { describe, expect } from "vitest";
import { aCustomer, aShopper, eventsAbout, home } from "../support/factories/customers.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const book = (id: string) => `/admin/customers/${id}/addresses`;
const add = (id: string, address: object = home) => shop.admin.post(book(id), { address });
const stored = (id: string) =>
  shop.db.run({ text: "select * from address where customer_id = $1 and deleted_at is null", values: [id] });

describe("the addresses of a customer", () => {
  it("are added, changed, made the billing address and deleted by a user, and the customer sees it", async () => {
    const { browser, id } = await aShopper(shop);
    const added = await add(id);
    expect(added.status).toBe(200);
    const [{ id: addressId }] = added.body.customer.shipping_addresses;
    const changed = await shop.admin.post(`${book(id)}/${addressId}`, { city: "Aarhus", company: null });
    expect(changed.body.customer.shipping_addresses[0].city).toBe("Aarhus");
    const billing = await shop.admin.post(`/admin/customers/${id}/billing-address`, {
      address_id: addressId,
    });
    expect(billing.body.customer.billing_address.id).toBe(addressId);
    expect((await browser.get("/store/customers/me")).body.customer).toMatchObject({
      billing_address_id: addressId,
      shipping_addresses: [{ city: "Aarhus" }],
    });
    const deleted = await shop.admin.delete(`${book(id)}/${addressId}`);
    expect(deleted.body.customer).toMatchObject({ shipping_addresses: [], billing_address: null });
    const names = (await eventsAbout(shop, id)).map(({ name }) => name);
    expect(names.filter((name) => name === "customer.updated")).toHaveLength(4);
  });

  it("include a billing address of its own, which is changed and removed", async () => {
    const { id } = await aCustomer(shop);
    const path = `/admin/customers/${id}/billing-address`;
    const first = await shop.admin.post(path, { address: home });
    expect(first.body.customer).toMatchObject({
      shipping_addresses: [],
      billing_address: { city: home.city },
    });
    const changed = await shop.admin.post(path, { address: { city: "Odense" } });
    expect(changed.body.customer.billing_address).toMatchObject({
      id: first.body.customer.billing_address.id,
      city: "Odense",
    });
    expect((await shop.admin.post(path, { address_id: null })).body.customer.billing_address).toBeNull();
    expect((await shop.admin.post(path, {})).status).toBe(400);
  });

  it("of another customer cannot be changed, taken or deleted", async () => {
    const [one, other] = [await aCustomer(shop), await aCustomer(shop)];
    const [{ id }] = (await add(one.id)).body.customer.shipping_addresses;
    const before = await stored(one.id);
    expect((await shop.admin.post(`${book(other.id)}/${id}`, { city: "Stolen" })).status).toBe(400);
    expect(
      (await shop.admin.post(`/admin/customers/${other.id}/billing-address`, { address_id: id })).status,
    ).toBe(404);
    expect((await shop.admin.delete(`${book(other.id)}/${id}`)).status).toBe(200);
    expect(await stored(one.id)).toEqual(before);
  });

  it.each([
    ["an unknown country", { ...home, country_code: "zz" }, 404],
    ["no city", { ...home, city: undefined }, 400],
    ["an unknown field", { ...home, planet: "Earth" }, 400],
    ["a number for a name", { ...home, first_name: 5 }, 400],
  ])("are refused with %s", async (_, address, status) => {
    const { id } = await aCustomer(shop);
    expect((await add(id, address)).status).toBe(status);
    expect(await stored(id)).toEqual([]);
  });

  it("are for users who may change customers", async () => {
    const { browser, id } = await aShopper(shop);
    expect((await browser.post(book(id), { address: home })).status).toBe(401);
    const reader = await aMemberWith(shop, await aRole(shop, "customers:read"));
    expect(await reader.client.post(book(id), { address: home })).toMatchObject(lacking("customers:write"));
    expect((await shop.admin.post(book("cus_unknown"), { address: home })).status).toBe(404);
    expect(await stored(id)).toEqual([]);
  });
});
