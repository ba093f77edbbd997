import { describe, expect } from "vitest";
import { aField } from "../support/factories/custom-fields.ts";
import { aProduct } from "../support/factories/products.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

const { it, shop } = withShop();

const declare = (declaration: object) =>
  shop.admin.post("/admin/custom-fields", { entity: "product", type: "text", ...declaration });
const change = (id: string, custom_fields: object) =>
  shop.admin.post(`/admin/products/${id}`, { custom_fields });

describe("declaring a field", () => {
  it.each([
    [{ entity: "wheel", name: "a" }, "there is no entity wheel"],
    [{ name: "Big Name" }, "name must have lower-case letters"],
    [{ name: "a", options: ["b"] }, "options is for the type choice or choices"],
    [{ name: "a", type: "choice" }, "options must list the choices"],
    [{ name: "a", type: "reference", references: "wheel" }, "references must be one of"],
    [{ name: "a", type: "json", schema: { type: "object", patternProperties: {} } }, "is not supported"],
    [{ name: "a", type: "integer", default: "x" }, "default must be an integer"],
    [{ name: "a", storefront: "write" }, "storefront can be write for"],
    [
      { name: "a", type: "json", schema: { type: "object" }, filter: true },
      "filter is not for the type json",
    ],
    [{ name: "nowhere", column: "nowhere" }, "the table product has no column nowhere"],
  ])("is refused: %j", async (declaration, message) => {
    const before = (await shop.admin.get("/admin/custom-fields")).body;
    const refused = await declare(declaration);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(message);
    expect((await shop.admin.get("/admin/custom-fields")).body).toEqual(before);
  });

  it("is for users who may change the settings, and every user sees the fields", async () => {
    expect((await shop.visitor().get("/admin/custom-fields")).status).toBe(401);
    expect((await shop.visitor().post("/admin/custom-fields", { entity: "product" })).status).toBe(401);
  });

  it("is known to the dashboard with the permissions of the user", async () => {
    const own = async () => (await shop.admin.get("/admin/permissions/me")).body;
    const before = (await own()).custom_fields ?? [];
    await aField(shop, "region", { name: "office", type: "choice", options: ["Bergen"], filter: true });
    const { custom_fields } = await own();
    expect(custom_fields).toHaveLength(before.length + 1);
    expect(custom_fields).toContainEqual({
      entity: "region",
      name: "office",
      type: "choice",
      label: "office",
      options: [{ value: "Bergen" }],
      filter: true,
      plugin: null,
    });
  });

  it("is refused for a name that is taken, also when two declare it at once", async () => {
    const answers = await Promise.all([declare({ name: "twice" }), declare({ name: "twice" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("takes effect in every process without a restart, and so does its deletion", async () => {
    const other = await anotherProcess(shop);
    const client = other.visitor();
    await client.post("/admin/auth", ADMIN);
    const { id } = await aProduct(shop, { title: "In every process" });
    await client.get(`/admin/products/${id}`);
    const { id: fieldId } = await aField(shop, "product", { name: "seen" });
    const { body } = await client.get(`/admin/products/${id}`);
    expect(body.product.custom_fields).toHaveProperty("seen", null);
    const listed = await client.get(`/admin/products?id=${id}`);
    expect(listed.body.products[0].custom_fields).toHaveProperty("seen", null);
    await shop.admin.delete(`/admin/custom-fields/${fieldId}`);
    expect((await client.post(`/admin/products/${id}`, { custom_fields: { seen: "x" } })).status).toBe(400);
    expect((await client.get(`/admin/products/${id}`)).body.product.custom_fields ?? {}).not.toHaveProperty(
      "seen",
    );
    await other.close();
  });
});

describe("values of every type", () => {
  it("are checked", async () => {
    const { id } = await aProduct(shop, { title: "Every type" });
    const { id: otherId } = await aProduct(shop, { title: "Referred to" });
    await aField(shop, "product", { name: "notes", type: "long-text" });
    await aField(shop, "product", { name: "deposit", type: "money", filter: true });
    await aField(shop, "product", { name: "fragile", type: "boolean", filter: true });
    await aField(shop, "product", { name: "released", type: "date", filter: true });
    await aField(shop, "product", {
      name: "colours",
      type: "choices",
      options: ["red", "blue"],
      filter: true,
    });
    await aField(shop, "product", { name: "twin", type: "reference", references: "product" });
    await aField(shop, "product", {
      name: "size_table",
      type: "json",
      schema: { type: "object", properties: { s: { type: "integer" } }, required: ["s"] },
    });
    const values = {
      notes: "Two\nlines",
      deposit: { amount: 1500, currency_code: "eur" },
      fragile: true,
      released: "2026-01-31",
      colours: ["red", "blue"],
      twin: otherId,
      size_table: { s: 3 },
    };
    expect((await change(id, values)).body.product.custom_fields).toMatchObject(values);
    const wrong = {
      deposit: 1500,
      fragile: "yes",
      released: "31.1.2026",
      colours: ["green"],
      twin: "prod_unknown",
      size_table: {},
    };
    for (const [name, value] of Object.entries(wrong)) {
      const refused = await change(id, { [name]: value });
      expect(refused.status).toBe(400);
      expect(refused.body.message).toContain(`custom_fields.${name}`);
    }
    for (const query of [
      "[deposit][gte]=1500",
      "[fragile]=true",
      "[released][lt]=2026-02-01",
      "[colours]=blue",
      "[notes][contains]=lines",
      `[twin]=${otherId}`,
    ]) {
      const { body } = await shop.admin.get(`/admin/products?custom_fields${query}`);
      expect([query, body.products?.map((each: { id: string }) => each.id)]).toEqual([query, [id]]);
    }
    for (const query of ["[deposit]=x", "[fragile]=x", "[released][lt]=x", "[size_table]=1", "[unknown]=1"]) {
      expect((await shop.admin.get(`/admin/products?custom_fields${query}`)).status).toBe(400);
    }
  });
});

describe("deleting a field", () => {
  it("stores its values until they are purged, and brings them back with the same type", async () => {
    const { id } = await aProduct(shop, { title: "Deleted and back" });
    const field = await aField(shop, "product", { name: "legacy" });
    await change(id, { legacy: "old" });
    expect((await shop.admin.post(`/admin/custom-fields/${field.id}/purge`)).status).toBe(400);
    await shop.admin.delete(`/admin/custom-fields/${field.id}`);
    const other = await declare({ name: "legacy", type: "integer" });
    expect(other).toMatchObject({ status: 409 });
    await aField(shop, "product", { name: "legacy" });
    expect((await shop.admin.get(`/admin/products/${id}`)).body.product.custom_fields.legacy).toBe("old");
  });

  it("changes what may be changed, and no name and no type", async () => {
    const { id } = await aField(shop, "product", { name: "changing", label: "One" });
    const changed = await shop.admin.post(`/admin/custom-fields/${id}`, { label: "Two", required: true });
    expect(changed.body.custom_field).toMatchObject({ label: "Two", required: true });
    expect((await shop.admin.post(`/admin/custom-fields/${id}`, { name: "other" })).status).toBe(400);
    expect((await shop.admin.post(`/admin/custom-fields/${id}`, { type: "integer" })).status).toBe(400);
    await shop.admin.post(`/admin/custom-fields/${id}`, { required: null });
  });

  it("is in the audit log, as are changes of values", async () => {
    const { id } = await aProduct(shop, { title: "Audited" });
    await aField(shop, "product", { name: "audited" });
    await change(id, { audited: "new" });
    const { body } = await shop.admin.get("/admin/audit-log?limit=1");
    const [entry] = Object.values(body).find(Array.isArray) as { after: object }[];
    expect(entry).toMatchObject({ after: { custom_fields: { audited: "new" } } });
  });
});
