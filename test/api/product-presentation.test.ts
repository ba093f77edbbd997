import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { aShirt } from "../support/factories/products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const PICTURE = "https://pictures.example/front.jpg";
const BACK = "https://pictures.example/back.jpg";

async function aPublishedShirt(details: Record<string, unknown> = {}) {
  const product = await aShirt(shop, { status: "published", images: [PICTURE, BACK], ...details });
  return { id: product.id as string, variant: product.variants[0]!.id as string };
}

const present = (id: string, sent: object) => shop.admin.post(`/admin/products/${id}/presentation`, sent);
const presented = async (id: string) =>
  (await shop.admin.get(`/admin/products/${id}/presentation`)).body.presentation;
const inStore = async (id: string, expand = "presentation") =>
  (await shop.visitor().get(`/store/products/${id}?expand=${expand}`)).body.product;

describe("the presentation of a product", () => {
  it("is empty at first, and stored in parts", async () => {
    const { id, variant } = await aPublishedShirt();
    const empty = {
      product_id: id,
      seo_title: null,
      seo_description: null,
      rich_description: null,
      image_texts: [],
      variant_images: [],
    };
    expect(await presented(id)).toEqual(empty);
    const { status, body } = await present(id, {
      seo_title: " A shirt for sailors ",
      seo_description: "Warm",
    });
    expect([status, body.presentation]).toEqual([
      200,
      { ...empty, seo_title: "A shirt for sailors", seo_description: "Warm" },
    ]);
    await present(id, {
      seo_description: "",
      image_texts: [{ url: PICTURE, alt: "A man in a shirt" }],
      variant_images: [{ variant_id: variant, url: BACK }],
    });
    expect(await presented(id)).toEqual({
      ...empty,
      seo_title: "A shirt for sailors",
      image_texts: [{ url: PICTURE, alt: "A man in a shirt" }],
      variant_images: [{ variant_id: variant, url: BACK }],
    });
    expect((await announced(shop.db, "product.updated")).at(-1)).toEqual({
      id,
      fields: ["seo_description", "image_texts", "variant_images"],
    });
  });

  it("is shown to storefronts that ask for it, at once after each change", async () => {
    const { id } = await aPublishedShirt();
    const before = await shop.visitor().get(`/store/products/${id}`);
    expect(await inStore(id)).toMatchObject({ presentation: null });
    await present(id, { seo_title: "First" });
    expect(await inStore(id)).toMatchObject({ presentation: { seo_title: "First" } });
    await present(id, { seo_title: "Second" });
    expect(await inStore(id)).toMatchObject({ presentation: { seo_title: "Second" } });
    const list = await shop.visitor().get(`/store/products?id=${id}&expand=presentation,variants`);
    expect(list.body.products[0].presentation.seo_title).toBe("Second");
    const after = await shop.visitor().get(`/store/products/${id}`);
    expect({ ...after.body.product, updated_at: "" }).toEqual({ ...before.body.product, updated_at: "" });
  });

  it("does not show what only the server needs", async () => {
    const { id } = await aPublishedShirt();
    await present(id, { rich_description: "<p>Warm</p>" });
    expect(Object.keys((await inStore(id)).presentation)).not.toContain("plain_description");
    expect(Object.keys(await presented(id))).not.toContain("plain_description");
  });
});

describe("a description with formatting", () => {
  it("is sanitized, and its text is the description that v1 knows", async () => {
    const { id } = await aPublishedShirt();
    await present(id, {
      rich_description:
        '<h2>Care</h2><p onclick="alert(1)">Wash <b>cold</b></p><script>alert(1)</script><a href="javascript:alert(1)">x</a>',
    });
    expect(await presented(id)).toMatchObject({
      rich_description: "<h2>Care</h2><p>Wash <strong>cold</strong></p><a>x</a>",
    });
    const { description } = (await shop.admin.get(`/admin/products/${id}`)).body.product;
    expect(description).toBe("Care\n\nWash cold\n\nx");
  });

  it("is older than a plain one that is written later, by whatever way", async () => {
    const { id } = await aPublishedShirt();
    await present(id, { rich_description: "<p>Rich</p>", seo_title: "Title" });
    await shop.admin.post(`/admin/products/${id}`, { title: "Another title" });
    expect(await presented(id)).toMatchObject({ rich_description: "<p>Rich</p>" });
    await shop.admin.post(`/admin/products/${id}`, { description: "Plain" });
    expect(await presented(id)).toMatchObject({ rich_description: null, seo_title: "Title" });
    expect(await inStore(id)).toMatchObject({
      description: "Plain",
      presentation: { rich_description: null },
    });
    await present(id, { rich_description: "<p>Rich again</p>" });
    await shop.db.run({ text: "update product set description = 'By v1' where id = $1", values: [id] });
    expect(await inStore(id)).toMatchObject({
      description: "By v1",
      presentation: { rich_description: null },
    });
    await present(id, { seo_title: "Other" });
    expect((await shop.admin.get(`/admin/products/${id}`)).body.product.description).toBe("By v1");
  });

  it("is cleared with the plain one", async () => {
    const { id } = await aPublishedShirt();
    await present(id, { rich_description: "<p>Rich</p>" });
    await present(id, { rich_description: null });
    expect(await presented(id)).toMatchObject({ rich_description: null });
    expect((await shop.admin.get(`/admin/products/${id}`)).body.product.description).toBeNull();
  });
});

describe("the presentation of a product is refused", () => {
  it.each([
    [{ seo_title: 5 }, "seo_title"],
    [{ seo_title: "x".repeat(256) }, "seo_title"],
    [{ image_texts: [{ url: PICTURE }] }, "alt"],
    [{ variant_images: [{ variant_id: "variant_none", url: PICTURE }] }, "variant_images.0.variant_id"],
    [{ title: "No" }, "title"],
  ])("for %j, with the name of the field, and nothing changes", async (sent, field) => {
    const { id } = await aPublishedShirt();
    const { status, body } = await present(id, { seo_description: "Kept?", ...sent });
    expect([status, body.message]).toEqual([400, expect.stringContaining(field)]);
    expect(await presented(id)).toMatchObject({ seo_description: null });
  });

  it("for an address that is none", async () => {
    const { id, variant } = await aPublishedShirt();
    const images = [{ variant_id: variant, url: "javascript:alert(1)" }];
    expect((await present(id, { variant_images: images })).status).toBe(400);
  });

  it("for a product that does not exist", async () => {
    expect((await present("prod_none", { seo_title: "x" })).status).toBe(404);
    expect((await shop.admin.get("/admin/products/prod_none/presentation")).status).toBe(404);
  });

  it("without a login", async () => {
    const { id } = await aPublishedShirt();
    expect((await shop.visitor().get(`/admin/products/${id}/presentation`)).status).toBe(401);
  });
});
