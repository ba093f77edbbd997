import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let groupId: string;
let customerId: string;

const group = async (query: string) =>
  (await shop.admin.get(`/admin/customer-groups/${groupId}?${query}`)).body.customer_group;
const customer = async (query: string) =>
  (await shop.admin.get(`/admin/customers/${customerId}?${query}`)).body.customer;

const { it, shop } = withShop();
it.beforeAll(async () => {
  groupId = (await shop.admin.post("/admin/customer-groups", { name: "VIP", metadata: { tier: 1 } })).body
    .customer_group.id;
  const made = await shop.admin.post("/admin/customers", {
    email: "ada@example.com",
    first_name: "Ada",
    last_name: "Example",
    password: "secret",
  });
  customerId = made.body.customer.id;
  await shop.admin.post(`/admin/customer-groups/${groupId}/customers/batch`, {
    customer_ids: [{ id: customerId }],
  });
});

describe("fields", () => {
  it("absent gives all of them", async () => {
    expect(Object.keys(await group("")).sort()).toEqual([
      "created_at",
      "deleted_at",
      "id",
      "metadata",
      "name",
      "updated_at",
    ]);
  });

  it("gives those named and the id", async () => {
    expect(await group("fields=name")).toEqual({ id: groupId, name: "VIP" });
    expect(await group("fields=name,metadata")).toEqual({ id: groupId, name: "VIP", metadata: { tier: 1 } });
  });

  it("empty gives only the id", async () => {
    expect(await group("fields=")).toEqual({ id: groupId });
  });

  it("leaves expanded relations alone", async () => {
    const found = await group("fields=name&expand=customers");
    expect(Object.keys(found).sort()).toEqual(["customers", "id", "name"]);
    expect(found.customers[0]).toMatchObject({ id: customerId, email: "ada@example.com", has_account: true });
  });

  it("may name a relation that is expanded, and no other", async () => {
    expect(await group("fields=name,customers&expand=customers")).toEqual(
      await group("fields=name&expand=customers"),
    );
    const { status } = await shop.admin.get(`/admin/customer-groups/${groupId}?fields=name,customers`);
    expect(status).toBe(400);
  });

  it("edits the defaults with + and -", async () => {
    expect(Object.keys(await group("fields=-metadata,-deleted_at")).sort()).toEqual([
      "created_at",
      "id",
      "name",
      "updated_at",
    ]);
    expect(await group("fields=%2Bname")).toMatchObject({ name: "VIP", metadata: { tier: 1 } });
  });

  it("may reach into a relation", async () => {
    expect(await group("fields=customers.email")).toEqual({
      id: groupId,
      customers: [{ id: customerId, email: "ada@example.com" }],
    });
  });

  it.each(["nonsense", "password_hash", "customers.password_hash", "nobody.email", "constructor"])(
    "refuses %s",
    async (name) => {
      const { status, body } = await shop.admin.get(`/admin/customer-groups/${groupId}?fields=${name}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ type: "invalid_data" });
      expect(body.message).toContain(name.split(".").at(name.startsWith("nobody") ? 0 : -1));
    },
  );
});

describe("expand", () => {
  it("absent gives the default relations", async () => {
    expect(await customer("")).toMatchObject({ orders: [], shipping_addresses: [] });
  });

  it("replaces the default relations", async () => {
    const found = await customer("expand=groups");
    expect(found.groups).toMatchObject([{ id: groupId, name: "VIP" }]);
    expect(found).not.toHaveProperty("orders");
  });

  it("empty gives no relations", async () => {
    const found = await customer("expand=");
    expect(found).not.toHaveProperty("orders");
    expect(found).not.toHaveProperty("shipping_addresses");
    expect(found.email).toBe("ada@example.com");
  });

  it("follows paths and takes several", async () => {
    const found = await customer("expand=groups.customers,billing_address");
    expect(found.groups[0].customers[0].email).toBe("ada@example.com");
    expect(found.billing_address).toBeNull();
  });

  it.each(["nonsense", "groups.nonsense", "toString", "groups.customers.groups.customers.groups.customers"])(
    "refuses %s",
    async (path) => {
      const { status, body } = await shop.admin.get(`/admin/customers/${customerId}?expand=${path}`);
      expect(status).toBe(400);
      expect(body.type).toBe("invalid_data");
      expect(body.message).toContain("expand");
    },
  );

  it("never shows a password, with any selection", async () => {
    const { body } = await shop.admin.get(
      `/admin/customers/${customerId}?expand=groups.customers,orders,shipping_addresses`,
    );
    expect(JSON.stringify(body)).not.toContain("password");
    expect(JSON.stringify(body)).not.toContain("argon2");
  });
});

describe("one statement", () => {
  it.each([
    "",
    "expand=",
    "expand=groups.customers.groups,orders.items,shipping_addresses.country",
    "fields=email",
  ])("reads a customer with %s", async (query) => {
    const { result, statements, credentials } = await countingStatements(shop.db, () =>
      shop.admin.get(`/admin/customers/${customerId}?${query}`),
    );
    expect(result.status).toBe(200);
    expect(statements).toHaveLength(1);
    expect(credentials).toBe(1);
  });

  it.each(["", "expand=groups.customers,orders.items", "q=ada&order=-email&fields=email"])(
    "and one more counts a list with %s",
    async (query) => {
      const { result, statements } = await countingStatements(shop.db, () =>
        shop.admin.get(`/admin/customers?${query}`),
      );
      expect(result.status).toBe(200);
      expect(statements).toHaveLength(2);
    },
  );
});
