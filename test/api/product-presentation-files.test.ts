import { describe, expect } from "vitest";
import { csv, imported, rehearsed } from "../support/factories/batch-imports.ts";
import { exported } from "../support/factories/batch-jobs.ts";
import { aShirt, aWord } from "../support/factories/products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);

const FRONT = "https://pictures.example/front.jpg";

async function aHandledShirt() {
  const handle = aWord();
  const product = await aShirt(shop, { handle, images: [FRONT] });
  return { handle, id: product.id as string, variant: product.variants[0]!.id as string };
}

const presented = async (id: string) =>
  (await shop.admin.get(`/admin/products/${id}/presentation`)).body.presentation;
const descriptionOf = async (id: string) =>
  (await shop.admin.get(`/admin/products/${id}`)).body.product.description;
const rowsOf = async () =>
  (
    await shop.db.run({
      text: "select * from tradewind.product_presentation order by product_id",
      values: [],
    })
  ).length;

describe("product files and the presentation", () => {
  it("have no more columns than v1's, until a product has one", async () => {
    const { id } = await aHandledShirt();
    const before = await exported(shop, "product-export");
    expect(Object.keys(before.lines[0]!)).not.toContain("Product SEO Title");
    await shop.admin.post(`/admin/products/${id}/presentation`, { seo_title: "Shirt" });
    const after = await exported(shop, "product-export");
    expect(Object.keys(after.lines[0]!)).toEqual([
      ...Object.keys(before.lines[0]!),
      ...["Product SEO Title", "Product SEO Description", "Product Rich Description", "Variant Image Url"],
      "Image 1 Alt",
    ]);
  });

  it("carry it from one shop to another, and change nothing when they are imported again", async () => {
    const { handle, id, variant } = await aHandledShirt();
    await shop.admin.post(`/admin/products/${id}/presentation`, {
      seo_title: "Shirt",
      seo_description: "Warm",
      rich_description: "<p>Very <strong>warm</strong></p>",
      image_texts: [{ url: FRONT, alt: "A shirt" }],
      variant_images: [{ variant_id: variant, url: FRONT }],
    });
    const { text } = await exported(shop, "product-export");
    const before = await presented(id);
    expect((await imported(shop, text)).status).toBe("completed");
    expect(await presented(id)).toEqual(before);
    await shop.db.run({ text: "delete from tradewind.product_presentation", values: [] });
    await shop.admin.post(`/admin/products/${id}`, { description: "Lost" });
    expect((await imported(shop, text)).status).toBe("completed");
    expect(await presented(id)).toEqual(before);
    expect(await descriptionOf(id)).toBe("Very warm");
    expect(handle).toBeTruthy();
  });

  it("take a plain description that was changed in the file, or the rich one", async () => {
    const { handle, id } = await aHandledShirt();
    const rich = "<p>Rich</p>";
    await shop.admin.post(`/admin/products/${id}/presentation`, { rich_description: rich });
    const row = (description: string, html: string) =>
      csv([
        { "Product Handle": handle, "Product Description": description, "Product Rich Description": html },
      ]);
    await imported(shop, row("Plain", rich));
    expect([await descriptionOf(id), (await presented(id)).rich_description]).toEqual(["Plain", null]);
    await imported(shop, row("Plain", "<p>New</p><script>1</script>"));
    expect([await descriptionOf(id), (await presented(id)).rich_description]).toEqual(["New", "<p>New</p>"]);
    await imported(shop, row("New", ""));
    expect(await presented(id)).toMatchObject({ rich_description: "<p>New</p>" });
  });

  it("report a row that is wrong, also in a rehearsal, and store the others", async () => {
    const wrong = await aHandledShirt();
    const right = await aHandledShirt();
    const content = csv([
      { "Product Handle": wrong.handle, "Product SEO Title": "x".repeat(256) },
      { "Product Handle": right.handle, "Product SEO Title": "Right" },
    ]);
    const count = await rowsOf();
    const rehearsal = await rehearsed(shop, content);
    expect(rehearsal.result.errors).toMatchObject([
      { message: expect.stringContaining("Product SEO Title") },
    ]);
    expect(await rowsOf()).toBe(count);
    const job = await imported(shop, content);
    expect(job.result).toMatchObject({ refused_count: 1 });
    expect(await presented(right.id)).toMatchObject({ seo_title: "Right" });
    expect(await presented(wrong.id)).toMatchObject({ seo_title: null });
  });
});
