import { describe, expect } from "vitest";
import type { Answer } from "../support/clients/client.ts";
import { aCart, aPlace, type Place } from "../support/factories/carts.ts";
import { type AnyRow, aField, rowIn } from "../support/factories/custom-fields.ts";
import { customerDetails } from "../support/factories/customers.ts";
import { discountDetails } from "../support/factories/discounts.ts";
import { regionDetails } from "../support/factories/regions.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

const { it, shop } = withShop();

/** An entity that has fields: how a row of it is made, read and changed. */
interface Customized {
  entity: string;
  key: string;
  /** Undefined for what is only changed. */
  create?: (fields?: object) => Promise<Answer>;
  /** An existing row. */
  make: () => Promise<string>;
  path: (id: string) => string;
  list?: string;
}

const withFields = (details: object, fields?: object) => ({
  ...details,
  ...(fields && { custom_fields: fields }),
});

let made = 0;
let place: Place;
const aPlaceOnce = async () => (place ??= await aPlace(shop));

const creating = (path: string, details: () => object) => (fields?: object) =>
  shop.admin.post(path, withFields(details(), fields));

function simple(entity: string, key: string, path: string, details: () => object): Customized {
  const create = creating(path, details);
  return {
    entity,
    key,
    create,
    make: async () => rowIn(await create(), key)["id"],
    path: (id) => `${path}/${id}`,
    list: path,
  };
}

const customized: Customized[] = [
  simple("product", "product", "/admin/products", () => ({ title: `Fielded product ${++made}` })),
  simple("category", "product_category", "/admin/product-categories", () => ({ name: `Category ${++made}` })),
  simple("collection", "collection", "/admin/collections", () => ({ title: `Collection ${++made}` })),
  simple("customer", "customer", "/admin/customers", () => customerDetails()),
  simple("customer_group", "customer_group", "/admin/customer-groups", () => ({
    name: `Group of ${++made}`,
  })),
  simple("region", "region", "/admin/regions", () => regionDetails()),
  {
    ...simple("discount", "discount", "/admin/discounts", () => ({})),
    create: async (fields) =>
      shop.admin.post("/admin/discounts", withFields(discountDetails((await aPlaceOnce()).id), fields)),
    make: async () =>
      rowIn(await shop.admin.post("/admin/discounts", discountDetails((await aPlaceOnce()).id)), "discount")[
        "id"
      ],
  },
  {
    entity: "order",
    key: "order",
    make: async () => (await anOrderOf((await aSoldProduct(shop)).variantId)).id,
    path: (id) => `/admin/orders/${id}`,
    list: "/admin/orders",
  },
];

async function anOrderOf(variantId: string) {
  const { id, countries } = await aPlaceOnce();
  const cart = await aCart(shop.visitor(), {
    region_id: id,
    country_code: countries[0],
    items: [{ variant_id: variantId, quantity: 1 }],
  });
  await shop.visitor().post(`/store/carts/${cart.id}`, { email: "buyer@example.com" });
  await shop.visitor().post(`/store/carts/${cart.id}/payment-sessions`);
  const { status, body } = await shop.visitor().post(`/store/carts/${cart.id}/complete`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { id: body.data.id as string };
}

describe.each(customized)("fields of a $entity", ({ entity, key, create, make, path, list }) => {
  const read = async (id: string) => rowIn(await shop.admin.get(path(id)), key);
  const change = (id: string, custom_fields: unknown) => shop.admin.post(path(id), { custom_fields });

  it("do not exist before one is declared", async () => {
    const id = await make();
    expect(await read(id)).not.toHaveProperty("custom_fields");
    expect(await change(id, { material: "wool" })).toMatchObject({
      status: 400,
      body: { message: "property custom_fields should not exist" },
    });
    expect(await change(id, {})).toMatchObject({ status: 400 });
  });

  it("are written, merged, removed, listed and shown", async () => {
    await aField(shop, entity, { name: "material", type: "choice", options: ["wool", "silk"], filter: true });
    await aField(shop, entity, { name: "width", type: "integer", minimum: 1 });
    const id = await make();
    expect((await read(id)).custom_fields).toEqual({ material: null, width: null });
    expect(rowIn(await change(id, { material: "wool" }), key).custom_fields).toEqual({
      material: "wool",
      width: null,
    });
    await change(id, { width: 3 });
    expect((await read(id)).custom_fields).toEqual({ material: "wool", width: 3 });
    if (list) {
      const { body } = await shop.admin.get(
        `${list}?custom_fields[material]=wool&custom_fields[width][gte]=3`,
      );
      const [rows] = Object.values(body).filter(Array.isArray) as { id: string; custom_fields: object }[][];
      expect(rows!.map((row) => row.id)).toEqual([id]);
      expect(rows![0]!.custom_fields).toEqual({ material: "wool", width: 3 });
    }
    await change(id, { material: null });
    expect((await read(id)).custom_fields).toEqual({ material: null, width: 3 });
  });

  it("are refused with their names when they are wrong, and nothing changes", async () => {
    const id = await make();
    const before = await read(id);
    const cases: [unknown, string][] = [
      [{ material: "tin" }, "custom_fields.material must be one of the following values: wool, silk"],
      [{ width: 0 }, "custom_fields.width must not be less than 1"],
      [{ width: "wide" }, "custom_fields.width must be an integer"],
      [{ other: 1 }, "property custom_fields.other should not exist"],
      ["wool", "custom_fields must be an object"],
    ];
    for (const [sent, message] of cases) {
      expect(await change(id, sent)).toMatchObject({ status: 400, body: { type: "invalid_data", message } });
    }
    expect(await read(id)).toEqual(before);
  });

  if (create)
    it("come with a new row, with defaults, and required ones must", async () => {
      await aField(shop, entity, { name: "origin", type: "text", default: "here" });
      const { id } = await aField(shop, entity, { name: "code", type: "text", required: true });
      const refused = await create({ material: "silk" });
      const created = await create({ material: "silk", code: "A1" });
      const row = rowIn(created, key);
      const shown = await read(row["id"]);
      const emptied = await change(row["id"], { code: null });
      await shop.admin.delete(`/admin/custom-fields/${id}`);
      expect(refused).toMatchObject({ status: 400, body: { message: "custom_fields.code is required" } });
      const values = { material: "silk", width: null, origin: "here", code: "A1" };
      expect(shown.custom_fields).toEqual(values);
      expect(emptied).toMatchObject({ status: 400 });
    });

  it("keep both of two changes at two processes", async () => {
    const other = await anotherProcess(shop);
    const client = other.visitor();
    await client.post("/admin/auth", ADMIN);
    const id = await make();
    await Promise.all([
      change(id, { material: "silk" }),
      client.post(path(id), { custom_fields: { width: 9 } }),
    ]);
    expect((await read(id)).custom_fields).toMatchObject({ material: "silk", width: 9 });
    await other.close();
  });

  if (list)
    it("sort a list, also its second page, and are chosen with fields", async () => {
      const ids: string[] = [];
      for (const width of [31, 30, 32]) {
        const id = await make();
        await change(id, { width });
        ids.push(id);
      }
      const page = async (offset: number) => {
        const query = `custom_fields[width][gte]=30&order=-custom_fields.width&limit=2&offset=${offset}&fields=id,custom_fields.width`;
        const { status, body } = await shop.admin.get(`${list}?${query}`);
        expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
        return (Object.values(body).filter(Array.isArray) as AnyRow[][])[0]!;
      };
      expect((await page(0)).map(({ id }) => id)).toEqual([ids[2], ids[0]]);
      expect((await page(2)).map(({ id }) => id)).toEqual([ids[1]]);
      expect((await page(0))[0]!.custom_fields).toEqual({ width: 32 });
    });
});
