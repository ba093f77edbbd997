import { describe, expect } from "vitest";
import { aProduct, usd } from "../support/factories/products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const variant = (title: string, ...amounts: number[]) => ({
  title,
  options: [{ value: title }],
  prices: amounts.map((amount) => usd(amount)),
});

const sold = (title: string, variants: ReturnType<typeof variant>[] = []) =>
  aProduct(shop, {
    title,
    status: "published",
    ...(variants.length > 0 ? { options: [{ title: "Size" }], variants } : { options: [] }),
  });

const { it, shop } = withShop();
it.beforeAll(async () => {
  await sold("Anorak", [variant("Zebra", 500), variant("Mouse", 100)]);
  await sold("Boots", [variant("Bear", 300)]);
  await sold("Cap", [variant("Ant", 900), variant("Yak", 50)]);
  await sold("Dress");
  await sold("Earring", [variant("Kiwi")]);
  const gone = await sold("Fan", [variant("Fox", 1), variant("Frog", 400)]);
  await shop.admin.delete(`/admin/products/${gone.id}/variants/${gone.variants[0]!.id}`);
});

const pages = [
  ["the storefront", "/store/products"],
  ["the desk", "/admin/products"],
] as const;

describe.each(pages)("products in %s", (_, path) => {
  const titles = async (query: string): Promise<string[]> => {
    const { status, body } = await shop.admin.get(`${path}?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.products.map(({ title }: { title: string }) => title);
  };

  it("are sorted by their lowest price, those without one last", async () => {
    expect(await titles("order=variants.prices.amount")).toEqual([
      "Cap",
      "Anorak",
      "Boots",
      "Fan",
      "Dress",
      "Earring",
    ]);
  });

  it("are sorted by their highest price from the top, those without one first, as in v1", async () => {
    expect((await titles("order=-variants.prices.amount")).slice(2)).toEqual([
      "Cap",
      "Anorak",
      "Fan",
      "Boots",
    ]);
    expect((await titles("order=-variants.prices.amount")).slice(0, 2).sort()).toEqual(["Dress", "Earring"]);
  });

  it("are in the order of their ids where the prices are the same, up and down, as in v1", async () => {
    const alike = [];
    for (const title of ["Same one", "Same two"]) alike.push(await sold(title, [variant(title, 7_000)]));
    const [first, second] = alike.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ title }) => title);
    for (const order of ["variants.prices.amount", "-variants.prices.amount"]) {
      const found = (await titles(`order=${order}`)).filter((title) => title.startsWith("Same"));
      expect(found).toEqual([first, second]);
    }
    for (const { id } of alike) await shop.admin.delete(`/admin/products/${id}`);
  });

  it("are sorted by the titles of their variants, deleted ones left out", async () => {
    expect(await titles("order=variants.title")).toEqual([
      "Cap",
      "Boots",
      "Fan",
      "Earring",
      "Anorak",
      "Dress",
    ]);
    expect(await titles("order=-variants.title")).toEqual([
      "Dress",
      "Anorak",
      "Cap",
      "Earring",
      "Fan",
      "Boots",
    ]);
  });

  it.each(["variants.prices.amount", "-variants.prices.amount"])(
    "have each product on one page when sorted by %s",
    async (order) => {
      const seen: string[] = [];
      for (const offset of [0, 2, 4]) seen.push(...(await titles(`order=${order}&limit=2&offset=${offset}`)));
      expect(seen).toEqual(await titles(`order=${order}`));
      expect(new Set(seen).size).toBe(6);
    },
  );

  it("are sorted whether or not their variants are shown", async () => {
    expect((await titles("order=variants.prices.amount&expand=")).slice(0, 3)).toEqual([
      "Cap",
      "Anorak",
      "Boots",
    ]);
    expect((await titles("order=variants.prices.amount&fields=title")).at(0)).toBe("Cap");
  });

  it("are sorted again after a price has changed", async () => {
    const { body } = await shop.admin.get("/admin/products?title=Boots");
    const [boots] = body.products;
    const priceAt = (amount: number) =>
      shop.admin.post(`/admin/products/${boots.id}/variants/${boots.variants[0].id}`, {
        prices: [usd(amount)],
      });
    expect((await titles("order=variants.prices.amount")).at(0)).toBe("Cap");
    await priceAt(10);
    expect((await titles("order=variants.prices.amount")).at(0)).toBe("Boots");
    await priceAt(300);
    expect((await titles("order=variants.prices.amount")).at(0)).toBe("Cap");
  });

  it.each(["variants.nonsense", "variants", "variants.prices", "nonsense.title", "variants.metadata"])(
    "cannot be sorted by %s",
    async (order) => {
      const { status, body } = await shop.admin.get(`${path}?order=${order}`);
      expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
      expect(body.message).toContain("order");
    },
  );
});

it("the order in the storefront reveals no hidden prices", async () => {
  for (const order of ["variants.inventory_quantity", "variants.prices.price_list_id", "sales_channels.name"])
    expect((await shop.visitor().get(`/store/products?order=${order}`)).status).toBe(400);
});

it("a list at the desk that is sorted by stock is never an old one", async () => {
  const first = async () =>
    (await shop.admin.get("/admin/products?order=-variants.inventory_quantity&limit=50")).body.products
      .map(({ title }: { title: string }) => title)
      .find((title: string) => title !== "Dress");
  await first();
  const { body } = await shop.admin.get("/admin/products?title=Boots");
  await shop.db.run({
    text: "update product_variant set inventory_quantity = 77 where id = $1",
    values: [body.products[0].variants[0].id],
  });
  expect(await first()).toBe("Boots");
});
