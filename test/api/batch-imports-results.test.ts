import { describe, expect } from "vitest";
import { importTypes } from "../../src/modules/import-export/batch-imports/index.ts";
import type { FileProvider } from "../../src/providers/ports/files.ts";
import { aLine, csv } from "../support/factories/batch-imports.ts";
import { aWorkbench, shownJob } from "../support/factories/batch-jobs.ts";
import { aCategory } from "../support/factories/categories.ts";
import { amounts, aProduct, aWord, type ShownProduct, usd } from "../support/factories/products.ts";
import { aChannel } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

/** Not a stream of Node. */
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Files in memory, which can be exchanged for others. */
class MemoryFiles implements FileProvider {
  readonly id = "memory";
  readonly kept = new Map<string, string>();
  save: FileProvider["save"] = async ({ name }) => ({ key: name, url: null });
  delete: FileProvider["delete"] = async (key) => void this.kept.delete(key);
  read: FileProvider["read"] = async (key) => {
    const text = this.kept.get(key);
    if (text === undefined) throw new Error(`no file ${key}`);
    return bytesOf(text);
  };
  downloadUrl: FileProvider["downloadUrl"] = async (key) => key;
}

const files = new MemoryFiles();
let bench: ReturnType<typeof aWorkbench>;

const { it, shop } = withShop();
it.beforeAll(async () => {
  bench = aWorkbench(shop, [...importTypes]);
  bench.providers.files.add(files);
});
it.afterEach(() => files.kept.clear());

const type = "product-import";

async function aJobOn(fileKey: string, content?: string, dry_run = false): Promise<string> {
  if (content !== undefined) files.kept.set(fileKey, content);
  return bench.create(type, { context: { fileKey }, dry_run });
}

async function done(id: string) {
  await bench.prepare(id);
  await bench.process(id);
  return shownJob(shop, id);
}

const byHandle = async (handle: string): Promise<ShownProduct & Record<string, unknown>> =>
  (await shop.admin.get(`/admin/products?handle=${handle}`)).body.products[0];

describe("the result of an import", () => {
  const stat = (message: string) => [
    { key: "product-import-count", name: "Products/variants to import", message },
  ];
  const twoProducts = (word: string) => [
    aLine(`${word}-a`),
    aLine(`${word}-a`, { "Variant Title": "Two", "Variant SKU": `${word}-2`, "Option 1 Value": "Two" }),
    aLine(`${word}-b`),
  ];
  const message =
    "There will be 2 products created (0  updated).\n             3 variants will be created and 0 updated";
  const operations = { PRODUCT_CREATE: 2, PRODUCT_UPDATE: 0, VARIANT_CREATE: 3, VARIANT_UPDATE: 0 };

  it.each([[true], [false]])("has the keys of v1 at every stage (dry run: %s)", async (isDryRun) => {
    const id = await aJobOn("a.csv", csv(twoProducts(aWord())), isDryRun);
    expect((await shownJob(shop, id)).result).toBeNull();
    await bench.prepare(id);
    const prepared = {
      count: 5,
      advancement_count: 0,
      progress: 0,
      operations,
      stat_descriptors: stat(message),
      files: {},
    };
    const { result } = await shownJob(shop, id);
    expect(result).toMatchObject({ ...prepared, rows: { count: 3, done: 0 } });
    expect(result.errors).toBeUndefined();
    if (isDryRun) {
      const { body } = await shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
      expect(body.batch_job.result).toEqual(result);
    }
    await bench.process(id);
    expect((await shownJob(shop, id)).result).toMatchObject({
      ...prepared,
      advancement_count: 5,
      progress: 1,
      rows: { count: 3, done: 3 },
      refused_count: 0,
    });
  });

  it("shows the planned changes until it ends", async () => {
    const word = aWord();
    const lines = Array.from({ length: 450 }, (_, index) => aLine(`${word}-${index}`));
    const id = await aJobOn("b.csv", csv(lines));
    await bench.prepare(id);
    let chunks = 0;
    // The process stops behind the first chunk.
    await bench.process(id, { isStopping: () => chunks++ > 0 });
    const { result } = await shownJob(shop, id);
    expect(result).toMatchObject({
      count: 900,
      advancement_count: 400,
      operations: { PRODUCT_CREATE: 450, VARIANT_CREATE: 450 },
      rows: { count: 450, done: 200, operations: { PRODUCT_CREATE: 200, VARIANT_CREATE: 200 } },
    });
    expect(result.progress).toBeCloseTo(200 / 450);
    await bench.process(id);
    expect((await shownJob(shop, id)).result).toMatchObject({
      count: 900,
      advancement_count: 900,
      operations: { PRODUCT_CREATE: 450, VARIANT_CREATE: 450 },
      rows: { count: 450, done: 450 },
    });
  });

  it("shows in the end the changes that were made, where the file alone does not determine them", async () => {
    const { handle } = await aProduct(shop, { handle: aWord() });
    const line = { "Product Handle": handle, "Product Title": "Again", "Variant Title": "One" };
    const id = await aJobOn("c.csv", csv([line]));
    await bench.prepare(id);
    expect((await shownJob(shop, id)).result.operations).toMatchObject({ PRODUCT_CREATE: 1 });
    await bench.process(id);
    expect((await shownJob(shop, id)).result).toMatchObject({
      count: 2,
      advancement_count: 2,
      operations: { PRODUCT_CREATE: 0, PRODUCT_UPDATE: 1, VARIANT_CREATE: 1, VARIANT_UPDATE: 0 },
    });
  });

  it("of a job that an older version has begun continues behind its last row", async () => {
    const word = aWord();
    const id = await aJobOn("d.csv", csv([aLine(`${word}-a`), aLine(`${word}-b`)]));
    await bench.prepare(id);
    await shop.db.run({
      text: "update batch_job set result = $2 where id = $1",
      values: [
        id,
        {
          count: 2,
          advancement_count: 1,
          progress: 0.5,
          refused_count: 0,
          operations: { PRODUCT_CREATE: 1, PRODUCT_UPDATE: 0, VARIANT_CREATE: 1, VARIANT_UPDATE: 0 },
        },
      ],
    });
    await bench.process(id);
    const { status, result } = await shownJob(shop, id);
    expect(status).toBe("completed");
    expect(result).toMatchObject({ advancement_count: 4, operations: { PRODUCT_CREATE: 2 } });
    expect(await byHandle(`${word}-a`)).toBeUndefined();
    expect(await byHandle(`${word}-b`)).toBeDefined();
  });
});

describe("an empty cell of an update", () => {
  async function aFullProduct() {
    const word = aWord();
    const collection = (await shop.admin.post("/admin/collections", { title: `Collection ${word}` })).body
      .collection;
    const channel = await aChannel(shop, { name: `Channel ${word}` });
    const category = await aCategory(shop, { name: `Category ${word}` });
    const product = await aProduct(shop, {
      handle: word,
      subtitle: "Goes",
      thumbnail: "https://example.com/t.png",
      collection_id: collection.id,
      type: { value: "Shirt" },
      tags: [{ value: `t-${word}` }],
      images: ["https://example.com/1.png"],
      sales_channels: [{ id: channel.id }],
      categories: [{ id: category.id }],
      options: [{ title: "Size" }],
      variants: [{ title: "S", sku: word, prices: [usd(100)], options: [{ value: "S" }] }],
    });
    return { word, product, collection, channel, category };
  }

  const empty = {
    "Product Subtitle": "",
    "Product Collection Title": "",
    "Product Collection Handle": "",
    "Product Type": "",
    "Product Tags": "",
    "Image 1 Url": "",
    "Sales Channel 1 Name": "",
    "Product Category 1 Handle": "",
    "Price USD": "",
    "Price EUR": "",
  };

  it("leaves collection, type, tags, images, channels, categories and prices as they are, and empties texts", async () => {
    const { word, product, collection, channel, category } = await aFullProduct();
    const line = { "Product Id": product.id, "Product Handle": word, "Variant Id": product.variants[0]!.id };
    const job = await done(await aJobOn("e.csv", csv([{ ...line, ...empty }])));
    expect([job.status, job.result.refused_count]).toEqual(["completed", 0]);
    const now = await byHandle(word);
    expect(now).toMatchObject({
      subtitle: null,
      thumbnail: "https://example.com/t.png",
      collection_id: collection.id,
      type: { value: "Shirt" },
      tags: [{ value: `t-${word}` }],
      images: [{ url: "https://example.com/1.png" }],
      sales_channels: [{ id: channel.id }],
      categories: [{ id: category.id }],
    });
    expect(amounts(now.variants[0]!.prices)).toEqual({ usd: 100 });
  });

  it("takes the images away together with the thumbnail", async () => {
    const { word, product } = await aFullProduct();
    const line = { "Product Id": product.id, "Product Handle": word, ...empty, "Product Thumbnail": "" };
    await done(await aJobOn("f.csv", csv([line])));
    expect(await byHandle(word)).toMatchObject({ thumbnail: null, images: [], type: { value: "Shirt" } });
  });

  it("of a handle that comes again takes nothing from what its first rows have given", async () => {
    const word = aWord();
    const channel = await aChannel(shop, { name: `Channel ${word}` });
    const full = { "Product Tags": word, "Sales Channel 1 Name": channel.name };
    const later = {
      "Product Tags": "",
      "Sales Channel 1 Name": "",
      "Variant Title": "Two",
      "Variant SKU": `${word}-2`,
      "Option 1 Value": "Two",
    };
    await done(
      await aJobOn("g.csv", csv([aLine(word, full), aLine(`${word}-b`, { ...full }), aLine(word, later)])),
    );
    expect(await byHandle(word)).toMatchObject({
      tags: [{ value: word }],
      sales_channels: [{ id: channel.id }],
      variants: [{ title: "One" }, { title: "Two" }],
    });
  });
});

describe("prices of a file", () => {
  it("are refused where they have decimals that the currency does not have", async () => {
    const word = aWord();
    const lines = [
      aLine(`${word}-a`, { "Price USD": "10.5551", "Price JPY": "10" }),
      aLine(`${word}-b`, { "Price USD": "10.55", "Price JPY": "10.5" }),
      aLine(`${word}-c`, { "Price USD": "10.5500", "Price JPY": "10.00" }),
    ];
    const { result } = await done(await aJobOn("h.csv", csv(lines)));
    expect(result.errors).toMatchObject([
      { row: 2, message: 'Price USD must be an amount such as 10.50, not "10.5551"' },
      { row: 3, message: 'Price JPY must be an amount such as 10, not "10.5"' },
    ]);
    expect(amounts((await byHandle(`${word}-c`)).variants[0]!.prices)).toEqual({ usd: 1055, jpy: 10 });
  });
});

describe("enormous cells", () => {
  it("are refused, and do not come back in the errors", async () => {
    const word = aWord();
    const long = "x".repeat(900_000);
    const lines = [
      aLine(`${word}-a`, { "Product Id": long }),
      aLine(`${word}-b`, { "Product Description": long }),
      aLine(`${word}-c`, { "Variant Id": long }),
      aLine(`${word}-d`),
    ];
    const { status, result } = await done(await aJobOn("i.csv", csv(lines)));
    expect([status, result.refused_count]).toEqual(["completed", 3]);
    expect(JSON.stringify(result).length).toBeLessThan(5_000);
    expect(await byHandle(`${word}-d`)).toBeDefined();
  });
});

describe("an imported file", () => {
  const waiting = (id: string) =>
    shop.db.run<{ in_a_day: boolean }>({
      text: `select run_at > now() + interval '23 hours' and run_at < now() + interval '25 hours' as in_a_day
        from graphile_worker.jobs where key = $1`,
      values: [`batch-job-remove-input:${id}`],
    });
  const good = () => csv([aLine(aWord())]);

  it("is removed when its job is completed, and not before", async () => {
    const id = await aJobOn("people.csv", good(), true);
    await bench.prepare(id);
    await bench.removeInput(id);
    expect([...files.kept.keys()]).toEqual(["people.csv"]);
    await shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
    await bench.process(id);
    expect(await waiting(id)).toEqual([{ in_a_day: false }]);
    await bench.removeInput(id);
    expect([...files.kept.keys()]).toEqual([]);
    // Once more does no harm.
    await bench.removeInput(id);
    expect((await shownJob(shop, id)).status).toBe("completed");
  });

  it("is removed when its job is canceled", async () => {
    const id = await aJobOn("people.csv", good());
    await shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
    expect(await waiting(id)).toEqual([{ in_a_day: false }]);
    await bench.removeInput(id);
    expect([...files.kept.keys()]).toEqual([]);
  });

  it("is removed a day after its job has failed, canceled afterwards or not", async () => {
    const id = await aJobOn("people.csv", "Name\nAda\n");
    await bench.prepare(id);
    expect((await shownJob(shop, id)).status).toBe("failed");
    expect(await waiting(id)).toEqual([{ in_a_day: true }]);
    await shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
    expect(await waiting(id)).toEqual([{ in_a_day: true }]);
    await bench.removeInput(id);
    expect([...files.kept.keys()]).toEqual([]);
  });

  const madeYesterday = (id: string) =>
    shop.db.run({
      text: "update batch_job set created_at = now() - interval '1 day' where id = $1",
      values: [id],
    });

  it("is removed a day after a dry run was made that is never confirmed", async () => {
    const id = await aJobOn("people.csv", good(), true);
    expect(await waiting(id)).toEqual([{ in_a_day: true }]);
    await bench.prepare(id);
    await madeYesterday(id);
    await bench.removeInput(id);
    expect([...files.kept.keys()]).toEqual([]);
    expect((await shownJob(shop, id)).status).toBe("pre_processed");
  });

  it("stays when a dry run is confirmed after a day, as long as the job has to read it", async () => {
    const id = await aJobOn("people.csv", good(), true);
    await bench.prepare(id);
    await shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
    await madeYesterday(id);
    await bench.removeInput(id);
    expect([...files.kept.keys()]).toEqual(["people.csv"]);
    await bench.process(id);
    expect((await shownJob(shop, id)).status).toBe("completed");
    await bench.removeInput(id);
    expect([...files.kept.keys()]).toEqual([]);
  });

  it("is removed a day after the last of several dry runs on it", async () => {
    const first = await aJobOn("people.csv", good(), true);
    const second = await aJobOn("people.csv", undefined, true);
    for (const id of [first, second]) await bench.prepare(id);
    await madeYesterday(first);
    await bench.removeInput(first);
    expect([...files.kept.keys()]).toEqual(["people.csv"]);
    await madeYesterday(second);
    await bench.removeInput(second);
    expect([...files.kept.keys()]).toEqual([]);
  });

  it("stays while another job has to read it", async () => {
    const first = await aJobOn("people.csv", good());
    const second = await aJobOn("people.csv");
    await done(first);
    await bench.removeInput(first);
    expect([...files.kept.keys()]).toEqual(["people.csv"]);
    expect((await done(second)).status).toBe("completed");
    await bench.removeInput(second);
    expect([...files.kept.keys()]).toEqual([]);
  });

  it("stays when another job has made it, as people may still want to download it", async () => {
    const maker = await aJobOn("other.csv", good());
    await done(maker);
    await shop.db.run({
      text: `update batch_job set result = result || '{"file_key": "exports/products/product-export-1.csv"}' where id = $1`,
      values: [maker],
    });
    const id = await aJobOn("exports/products/product-export-1.csv", good());
    await done(id);
    await bench.removeInput(id);
    expect(files.kept.has("exports/products/product-export-1.csv")).toBe(true);
  });

  it("is not removed when it is no table but a picture that was named by mistake", async () => {
    const id = await aJobOn("file_1-photo.png", "no table\nat all\n");
    expect((await done(id)).status).toBe("failed");
    await bench.removeInput(id);
    expect([...files.kept.keys()]).toEqual(["file_1-photo.png"]);
  });

  it("that is another when the work begins is refused, and nothing is changed", async () => {
    const [shown, other] = [aWord(), aWord()];
    const id = await aJobOn("people.csv", csv([aLine(shown)]), true);
    await bench.prepare(id);
    await shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
    files.kept.set("people.csv", csv([aLine(other)]));
    await bench.process(id);
    const { status, result } = await shownJob(shop, id);
    expect([status, result.errors[0].code]).toEqual(["failed", "file_changed"]);
    expect([await byHandle(shown), await byHandle(other)]).toEqual([undefined, undefined]);
  });

  it("that is another after a crash does not continue within the new one", async () => {
    const word = aWord();
    const lines = Array.from({ length: 450 }, (_, index) => aLine(`${word}-${index}`));
    const id = await aJobOn("people.csv", csv(lines));
    await bench.prepare(id);
    let chunks = 0;
    await bench.process(id, { isStopping: () => chunks++ > 0 });
    files.kept.set("people.csv", csv(lines.toReversed()));
    await bench.process(id);
    const { status, result } = await shownJob(shop, id);
    expect(status).toBe("failed");
    expect(result).toMatchObject({ advancement_count: 400, rows: { done: 200 } });
  });
});
