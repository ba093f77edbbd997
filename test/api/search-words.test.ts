import { describe, expect } from "vitest";
import { aPlace } from "../support/factories/carts.ts";
import { aCustomer } from "../support/factories/customers.ts";
import { aDraft } from "../support/factories/draft-orders.ts";
import { anOrder, type PlacedOrder } from "../support/factories/orders.ts";
import { aProduct, usd } from "../support/factories/products.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let chiara: PlacedOrder;
let other: PlacedOrder;
let jacket: { id: string; variants: { id: string }[] };
let regionId: string;
let country: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  const place = await aPlace(shop);
  regionId = place.id;
  country = place.countries[0]!;
  const variantId = await aSoldVariant(shop);
  const buy = (email: string, address: object) =>
    anOrder(shop.visitor(), { place, variantId, email, address: { ...address } });
  chiara = await buy("cm@example.it", {
    first_name: "Chiara",
    last_name: "Moretti",
    address_1: "Calle Larga 22",
    city: "Venezia",
    postal_code: "30124",
  });
  other = await buy("other@example.it", { first_name: "Chiara", last_name: "Bianchi" });
  const { body } = await shop.admin.post("/admin/collections", { title: "Harbour days" });
  jacket = await aProduct(shop, {
    title: "Skerry Boathouse Jacket",
    description: "Waxed cotton",
    collection_id: body.collection.id,
    options: [{ title: "Size" }],
    variants: ["M", "XL"].map((size) => ({
      title: size,
      sku: `SKR-${size}-7`,
      options: [{ value: size }],
      prices: [usd(1000)],
    })),
  });
});

async function found(list: string, q: string): Promise<string[]> {
  const { status, body } = await shop.admin.get(`/admin/${list}?q=${encodeURIComponent(q)}`);
  expect(status, q).toBe(200);
  const rows = body[list.replace("-", "_")] as { id: string }[];
  if (body.count !== undefined) expect(body.count, q).toBe(rows.length);
  return rows.map(({ id }) => id);
}

describe("several words find in any order", () => {
  it.each([
    "chiara moretti",
    "MORETTI  Chiara",
    " moretti cm@example ",
    "chi mor",
    "Moretti, Chiara",
    "(Moretti,Chiara)",
    "larga 22, venezia",
    "30124 moretti",
  ])("the order of a guest: %s", async (words) => {
    expect(await found("orders", words)).toEqual([chiara.id]);
  });

  it.each(["chiara moretti", "moretti chiara", "Moretti cm@example.it", "Moretti, Chiara", "Venezia"])(
    "the customer, who has a name only in the addresses of orders: %s",
    async (words) => {
      expect(await found("customers", words)).toEqual([chiara.customer_id]);
    },
  );

  it("the customer with an account", async () => {
    const { id } = await aCustomer(shop, { first_name: "Jan Willem", last_name: "de Vries" });
    for (const words of ["de vries jan", "willem vries", "jan willem"])
      expect(await found("customers", words), words).toEqual([id]);
    expect(await found("customers", "jan moretti")).toEqual([]);
  });

  it("the customer by the address book, as it changes", async () => {
    const customer = await aCustomer(shop, { first_name: "Pia", last_name: "Lund" });
    const address = { first_name: "Pia", last_name: "Lund", company: "Lund & Holm AB", city: "Kalmar" };
    const id = "addr_of_the_book";
    const run = (text: string) => shop.db.run({ text, values: [] });
    await shop.db.run({
      text: `insert into address (id, customer_id, first_name, last_name, company, address_1, postal_code, city)
        values ($1, $2, $3, $4, $5, 'Storgatan 9', '39232', $6)`,
      values: [id, customer.id, ...Object.values(address)],
    });
    for (const words of ["kalmar, pia", "Lund & Holm", "holm ab", "storgatan lund", "39232"])
      expect(await found("customers", words), words).toEqual([customer.id]);
    await run(`update address set city = 'Nybro' where id = '${id}'`);
    expect([await found("customers", "kalmar"), await found("customers", "nybro")]).toEqual([
      [],
      [customer.id],
    ]);
    await run(`update address set deleted_at = now() where id = '${id}'`);
    expect(await found("customers", "nybro")).toEqual([]);
    await run(`update address set deleted_at = null, customer_id = null where id = '${id}'`);
    await run(`update customer set billing_address_id = '${id}' where id = '${customer.id}'`);
    expect(await found("customers", "nybro")).toEqual([customer.id]);
    await run(`update address set city = 'Emmaboda' where id = '${id}'`);
    expect(await found("customers", "emmaboda")).toEqual([customer.id]);
    await run(`update customer set billing_address_id = null, last_name = 'Ek' where id = '${customer.id}'`);
    expect([await found("customers", "emmaboda"), await found("customers", "pia ek")]).toEqual([
      [],
      [customer.id],
    ]);
    await run(`update address set customer_id = '${customer.id}' where id = '${id}'`);
    expect(await found("customers", "ek emmaboda")).toEqual([customer.id]);
    await run(`delete from address where id = '${id}'`);
    expect(await found("customers", "emmaboda")).toEqual([]);
  });

  it.each([
    "Boathouse XL",
    "jacket skerry",
    "skr-xl-7 jacket",
    "harbour jacket",
    "waxed xl",
    "Days XL skerry",
  ])("the product: %s", async (words) => {
    expect(await found("products", words)).toEqual([jacket.id]);
  });

  it("one variant of a product", async () => {
    const [medium, large] = jacket.variants.map(({ id }) => id);
    expect(await found("variants", "boathouse XL")).toEqual([large]);
    expect(await found("variants", "skr m-7")).toEqual([medium]);
    expect((await found("variants", "jacket skerry")).sort()).toEqual([medium, large].sort());
  });

  it("the inventory item, by its variant and the product", async () => {
    const [medium, large] = await Promise.all(
      ["M", "XL"].map((size) => found("inventory-items", `SKR-${size}-7`)),
    );
    expect(await found("inventory-items", "boathouse XL")).toEqual(large);
    expect(await found("inventory-items", "skr m-7")).toEqual(medium);
    expect((await found("inventory-items", "jacket skerry")).sort()).toEqual([...medium!, ...large!].sort());
    expect(await found("inventory-items", "waxed m xl")).toEqual([]);
    await shop.admin.post(`/admin/inventory-items/${medium![0]}`, { title: "Rack 7" });
    expect(await found("inventory-items", "7 rack")).toEqual(medium);
  });

  it("the draft order", async () => {
    const details = {
      shipping_address: { first_name: "Nils", last_name: "Aalto", city: "Turku", country_code: country },
    };
    const draft = await aDraft(shop.admin, { regionId }, { email: "nils@example.com", ...details });
    for (const words of [
      "aalto nils",
      "nils@example aalto",
      `#${draft.display_id}`,
      `D${draft.display_id} nils`,
      `#D${draft.display_id}`,
      "Aalto, Nils",
      "turku",
    ])
      expect(await found("draft-orders", words), words).toEqual([draft.id]);
    expect(await found("draft-orders", "nils moretti")).toEqual([]);
    await shop.admin.post(`/admin/draft-orders/${draft.id}`, {
      email: "aino@example.com",
      shipping_address: { first_name: "Aino", last_name: "Aalto", country_code: country },
    });
    expect([await found("draft-orders", "nils@example"), await found("draft-orders", "aino aalto")]).toEqual([
      [],
      [draft.id],
    ]);
    const set = "update customer set last_name = 'Virtanen' where email = 'aino@example.com'";
    await shop.db.run({ text: set, values: [] });
    expect(await found("draft-orders", "virtanen aino")).toEqual([draft.id]);
    await shop.db.run({
      text: "update address set city = 'Oulu' where first_name = 'Aino' and customer_id is null",
      values: [],
    });
    expect(await found("draft-orders", "oulu")).toEqual([draft.id]);
    await shop.admin.delete(`/admin/draft-orders/${draft.id}`);
    expect(await found("draft-orders", "oulu")).toEqual([]);
  });

  it("rows of any other list with a search", async () => {
    const name = "Regular buyers of the north";
    const { body } = await shop.admin.post("/admin/customer-groups", { name });
    expect(await found("customer-groups", "north regular")).toEqual([body.customer_group.id]);
  });
});

describe("a search", () => {
  it("finds one order by its number behind a #, and numbers that contain it without", async () => {
    const number = 5_000_196;
    const set = (id: string, display_id: number) =>
      shop.db.run({ text: `update "order" set display_id = $2 where id = $1`, values: [id, display_id] });
    await set(chiara.id, number);
    await set(other.id, number * 10);
    expect(await found("orders", `#${number}`)).toEqual([chiara.id]);
    expect(await found("orders", `#${number} chiara`)).toEqual([chiara.id]);
    expect((await found("orders", `${number}`)).sort()).toEqual([chiara.id, other.id].sort());
    expect(await found("orders", `#${number} bianchi`)).toEqual([]);
  });

  it("finds one draft order by its number behind a #", async () => {
    const drafts = [await aDraft(shop.admin, { regionId }), await aDraft(shop.admin, { regionId })];
    const set = (id: string, number: number) =>
      shop.db.run({ text: "update draft_order set display_id = $2 where id = $1", values: [id, number] });
    const [one, longer] = drafts.map(({ id }) => id) as [string, string];
    await set(one, 7_000_196);
    await set(longer, 70_001_960);
    expect(await found("draft-orders", "#7000196")).toEqual([one]);
    expect((await found("draft-orders", "7000196")).sort()).toEqual([one, longer].sort());
  });

  it("needs every word", async () => {
    expect(await found("orders", "chiara rossi")).toEqual([]);
    expect(await found("customers", "chiara rossi")).toEqual([]);
    expect(await found("products", "skerry trousers")).toEqual([]);
    expect(await found("variants", "skerry trousers")).toEqual([]);
  });

  it("takes %, _ and \\ as they are, and more words than a person types", async () => {
    for (const list of ["orders", "customers", "products", "variants", "draft-orders"]) {
      expect(await found(list, "% _"), list).toEqual([]);
      expect(await found(list, "\\ \\"), list).toEqual([]);
      expect(await found(list, Array(300).fill("absent").join(" ")), list).toEqual([]);
    }
  });

  it("shows the fields that the request selects, and all fields without", async () => {
    const read = async (query: string) => (await shop.admin.get(`/admin/products?q=skerry&${query}`)).body;
    const { products } = await read("fields=id,title,collection.title&expand=collection");
    expect(products).toEqual([
      expect.objectContaining({ title: "Skerry Boathouse Jacket", collection: expect.anything() }),
    ]);
    expect(products[0]).not.toHaveProperty("handle");
    const [whole] = (await read("")).products;
    expect(whole).toMatchObject({ handle: expect.any(String), variants: expect.any(Array) });
  });

  it("follows the titles and SKUs of variants, as they change and go", async () => {
    const { id, variants } = await aProduct(shop, {
      title: "Fjord scarf",
      options: [{ title: "Colour" }],
      variants: [{ title: "Grey", sku: "FJ-1", options: [{ value: "Grey" }], prices: [usd(100)] }],
    });
    const [variant] = variants as unknown as [{ id: string }];
    expect(await found("products", "fjord grey")).toEqual([id]);
    await shop.admin.post(`/admin/products/${id}/variants/${variant.id}`, { title: "Ochre", sku: "FJ-2" });
    expect([await found("products", "fjord grey"), await found("products", "fj-2 ochre")]).toEqual([
      [],
      [id],
    ]);
    await shop.admin.delete(`/admin/products/${id}/variants/${variant.id}`);
    expect(await found("products", "fjord ochre")).toEqual([]);
    await shop.admin.post(`/admin/products/${id}`, { title: "Inlet scarf", description: "of wool" });
    expect(await found("products", "wool inlet")).toEqual([id]);
  });
});
