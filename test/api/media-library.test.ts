import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { aShirt } from "../support/factories/products.ts";
import { aDataFolder, PNG, upload, uploaded } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);

interface Media {
  id: string;
  url: string;
  name: string;
  file_key: string | null;
  type: string | null;
  size: number | null;
  is_logo: boolean;
  uses: { id: string; title: string }[];
}

const library = async (query = ""): Promise<{ media: Media[]; count: number }> =>
  (await shop.admin.get(`/admin/uploads${query}`)).body;
const named = async (name: string) => (await library(`?q=${encodeURIComponent(name)}`)).media[0]!;
const aPicture = (name: string) => uploaded(shop, { name, content: PNG, type: "image/png" });
const isStored = (key: string) =>
  existsSync(join(data.folder, "uploads", key)) || existsSync(join(data.folder, key));

describe("the library of pictures", () => {
  it("has every upload with its size, and finds it by a part of its name", async () => {
    const { url, key } = await aPicture("Sunset at sea.png");
    expect(await named("SUNSET")).toMatchObject({
      url,
      file_key: key,
      name: "Sunset at sea.png",
      type: "image/png",
      size: PNG.length,
      uses: [],
    });
    await upload(shop, [{ name: "Secret.png", content: PNG }], { path: "/admin/uploads/protected" });
    expect((await library("?q=secret")).count).toBe(0);
    expect((await library("?q=100%25")).count).toBe(0);
  });

  it("has the pictures that products got by their addresses, once each", async () => {
    const url = "https://elsewhere.example/boots.jpg?v=2";
    await aShirt(shop, { images: [url] });
    const other = await aShirt(shop, { images: [url] });
    const { media, count } = await library("?q=boots.jpg");
    expect([count, media[0]!.file_key, media[0]!.uses.length]).toEqual([1, null, 2]);
    await shop.admin.delete(`/admin/products/${other.id}`);
    expect((await named("boots.jpg")).uses.length).toBe(1);
  });

  it("says where a picture is used: among the pictures, as a thumbnail, or of a variant", async () => {
    const { url } = await aPicture("worn.png");
    const shown = await aShirt(shop, { images: [url] });
    const first = await aShirt(shop, { thumbnail: url });
    const variant = await aShirt(shop, {});
    await shop.admin.post(`/admin/products/${variant.id}/presentation`, {
      variant_images: [{ variant_id: variant.variants[0]!.id, url }],
    });
    const { uses } = await named("worn.png");
    expect(uses.map(({ id }) => id).sort()).toEqual([shown.id, first.id, variant.id].sort());
  });

  it("comes in pages, newest first", async () => {
    for (const number of [1, 2, 3]) await aPicture(`Page ${number}.png`);
    const first = await library("?q=page&limit=2");
    expect([first.count, first.media.map(({ name }) => name)]).toEqual([3, ["Page 3.png", "Page 2.png"]]);
    const second = await library("?q=page&limit=2&offset=2");
    expect(second.media.map(({ name }) => name)).toEqual(["Page 1.png"]);
  });
});

describe("the library of pictures", () => {
  it("leaves other files out when only pictures are wanted", async () => {
    await uploaded(shop, { name: "manual.txt", content: "Read me", type: "text/plain" });
    await aPicture("manual.png");
    expect((await library("?q=manual")).count).toBe(2);
    const { media } = await library("?q=manual&pictures=true");
    expect(media.map(({ name }) => name)).toEqual(["manual.png"]);
    expect((await library("?q=manual&pictures=false")).count).toBe(2);
  });
});

describe("a picture of the library", () => {
  it("is deleted with its file when nothing shows it", async () => {
    const { key } = await aPicture("unused.png");
    const { id } = await named("unused.png");
    expect((await shop.admin.delete(`/admin/uploads/${id}`)).body).toEqual({
      id,
      object: "media",
      deleted: true,
    });
    expect([await named("unused.png"), isStored(key)]).toEqual([undefined, false]);
    expect((await shop.admin.delete(`/admin/uploads/${id}`)).status).toBe(404);
  });

  it("stays when a product shows it, unless it is forced", async () => {
    const { url } = await aPicture("shown.png");
    await aShirt(shop, { title: "Shown shirt", images: [url] });
    const { id } = await named("shown.png");
    const refused = await shop.admin.delete(`/admin/uploads/${id}`);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("Shown shirt")]);
    expect(await named("shown.png")).toMatchObject({ id });
    expect((await shop.admin.delete(`/admin/uploads/${id}?force=true`)).status).toBe(200);
    expect(await named("shown.png")).toBeUndefined();
  });

  it("stays when it is the logo of the shop, unless it is forced", async () => {
    const { key } = await aPicture("the logo.png");
    await shop.admin.post("/admin/shop-details", { logo_key: key });
    const { id, is_logo } = await named("the logo.png");
    expect(is_logo).toBe(true);
    const refused = await shop.admin.delete(`/admin/uploads/${id}`);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("logo")]);
    expect(isStored(key)).toBe(true);
    expect((await shop.admin.delete(`/admin/uploads/${id}?force=true`)).status).toBe(200);
  });

  it("is no more there when v1's operation deleted its file", async () => {
    const { key } = await aPicture("by key.png");
    await shop.admin.delete("/admin/uploads", { file_key: key });
    expect(await named("by key.png")).toBeUndefined();
  });

  it("is not shown without a login", async () => {
    expect((await shop.visitor().get("/admin/uploads")).status).toBe(401);
  });
});
