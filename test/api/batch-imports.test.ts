import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { aFileOf, aLine, confirmed, csv, imported, rehearsed } from "../support/factories/batch-imports.ts";
import { aJob, exported, jobThatIs, shownJob } from "../support/factories/batch-jobs.ts";
import { aCategory } from "../support/factories/categories.ts";
import {
  amounts,
  aProduct,
  aShirt,
  aWord,
  rowCounts,
  type ShownProduct,
  usd,
} from "../support/factories/products.ts";
import { aRegion } from "../support/factories/regions.ts";
import { aChannel } from "../support/factories/sales-channels.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

const data = aDataFolder();

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);
it.beforeAll(async () => {
  await shop.admin.post("/admin/store", { currencies: ["usd", "eur"] });
});

async function byHandle(handle: string): Promise<ShownProduct & Record<string, unknown>> {
  const { body } = await shop.admin.get(`/admin/products?handle=${handle}`);
  return body.products[0];
}

describe("a product import", () => {
  it("creates products with their variants, from consecutive rows", async () => {
    const word = aWord();
    const job = await imported(
      shop,
      csv([
        aLine(`${word}-a`, { "Variant Title": "S", "Option 1 Value": "S", "Variant SKU": `${word}-s` }),
        aLine(`${word}-a`, { "Variant Title": "L", "Option 1 Value": "L", "Variant SKU": `${word}-l` }),
        aLine(`${word}-b`),
      ]),
    );
    expect(job).toMatchObject({
      status: "completed",
      result: {
        count: 5,
        advancement_count: 5,
        progress: 1,
        operations: { PRODUCT_CREATE: 2, PRODUCT_UPDATE: 0, VARIANT_CREATE: 3, VARIANT_UPDATE: 0 },
      },
    });
    expect(job.result.errors).toBeUndefined();
    const product = await byHandle(`${word}-a`);
    expect(product).toMatchObject({ title: `Product ${word}-a`, status: "published" });
    expect(
      product.variants.map(({ title, sku, inventory_quantity }) => [title, sku, inventory_quantity]),
    ).toEqual([
      ["S", `${word}-s`, 5],
      ["L", `${word}-l`, 5],
    ]);
    expect(product.variants.map(({ options }) => options.map(({ value }) => value))).toEqual([["S"], ["L"]]);
    expect(amounts(product.variants[0]!.prices)).toEqual({ usd: 1050 });
    expect(product.options.map(({ title }) => title)).toEqual(["Size"]);
  });

  it("brings everything that a product can have", async () => {
    const word = aWord();
    const region = await aRegion(shop, { name: `Land ${word}`, currency_code: "eur" });
    const collection = (await shop.admin.post("/admin/collections", { title: `Collection ${word}` })).body
      .collection;
    const channel = await aChannel(shop, { name: `Channel ${word}` });
    const category = await aCategory(shop, { name: `Category ${word}` });
    const job = await imported(
      shop,
      csv([
        aLine(word, {
          "Product Subtitle": "For winter",
          "Product Description": 'It says: "warm; soft"\nand means it',
          "Product Thumbnail": "https://example.com/t.png",
          "Product Weight": 300,
          "Product HS Code": "6105",
          "Product Collection Handle": collection.handle,
          "Product Type": "Shirt",
          "Product Tags": "wool, winter",
          "Product Discountable": "FALSE",
          "Product External Id": "ext-1",
          "Variant Barcode": `${word}-barcode`,
          "Variant Allow Backorder": "true",
          "Variant Manage Inventory": "no",
          "Variant Weight": 250,
          "Price EUR": "9",
          [`Price Land ${word} [EUR]`]: "8.25",
          "Price JPY": "1200",
          "Image 1 Url": "https://example.com/1.png",
          "Image 2 Url": "https://example.com/2.png",
          "Sales Channel 1 Name": channel.name,
          "Product Category 1 Handle": category.handle,
        }),
      ]),
    );
    expect(job.result.errors).toBeUndefined();
    const product = await byHandle(word);
    expect(product).toMatchObject({
      subtitle: "For winter",
      description: 'It says: "warm; soft"\nand means it',
      thumbnail: "https://example.com/t.png",
      weight: 300,
      hs_code: "6105",
      collection_id: collection.id,
      discountable: false,
      external_id: "ext-1",
      type: { value: "Shirt" },
      sales_channels: [{ id: channel.id }],
      categories: [{ id: category.id }],
      profiles: [{ type: "default" }],
    });
    expect(product.tags.map(({ value }) => value).sort()).toEqual(["winter", "wool"]);
    expect(product.images.map(({ url }) => url)).toEqual([
      "https://example.com/1.png",
      "https://example.com/2.png",
    ]);
    expect(product.variants[0]).toMatchObject({
      barcode: `${word}-barcode`,
      allow_backorder: true,
      manage_inventory: false,
      weight: 250,
    });
    expect(amounts(product.variants[0]!.prices)).toEqual({
      usd: 1050,
      eur: 900,
      jpy: 1200,
      [region.id]: 825,
    });
  });

  it("changes products and variants that are there, by their ids, handles and SKUs, and leaves alone what has no column", async () => {
    const word = aWord();
    const shirt = await aShirt(shop, {
      handle: word,
      subtitle: "Stays",
      material: "wool",
      variants: [
        {
          title: "S red",
          sku: `${word}-s`,
          prices: [usd(1000), usd(800, { min_quantity: 10 }), { currency_code: "eur", amount: 900 }],
          options: [{ value: "S" }, { value: "red" }],
        },
        { title: "L red", prices: [usd(1200)], options: [{ value: "L" }, { value: "red" }] },
      ],
    });
    const [small, large] = shirt.variants;
    const job = await imported(
      shop,
      csv([
        {
          "Product Id": shirt.id,
          "Product Handle": word,
          "Product Title": "New title",
          "Product Material": "",
          "Variant Id": large!.id,
          "Variant SKU": "",
          "Price USD": "13",
          "Option 1 Name": "colour",
          "Option 1 Value": "blue",
        },
        {
          "Product Handle": word,
          "Variant SKU": `${word}-s`,
          "Price USD": "",
          "Price DKK": "70",
        },
      ]),
    );
    expect(job.result).toMatchObject({
      operations: { PRODUCT_CREATE: 0, PRODUCT_UPDATE: 1, VARIANT_CREATE: 0, VARIANT_UPDATE: 2 },
      refused_count: 0,
    });
    const product = await byHandle(word);
    expect(product).toMatchObject({ id: shirt.id, title: "New title", subtitle: "Stays", material: null });
    const now = (id: string) => product.variants.find((variant) => variant.id === id)!;
    expect(now(large!.id).prices.map(({ amount }) => amount)).toEqual([1300]);
    expect(now(large!.id).prices[0]!.id).toBe(large!.prices[0]!.id);
    expect(
      now(large!.id)
        .options.map(({ value }) => value)
        .sort(),
    ).toEqual(["L", "blue"]);
    // The price for a single piece is gone; others, and those without a column, stay.
    expect(
      now(small!.id)
        .prices.map(({ amount }) => amount)
        .sort(),
    ).toEqual([7000, 800, 900]);
    expect((await announced(shop.db, "product.updated")).at(-1)).toEqual({
      id: shirt.id,
      fields: ["title", "material"],
    });
    expect((await announced(shop.db, "product-variant.updated")).at(-1)).toMatchObject({
      product_id: shirt.id,
      fields: ["options", "prices"],
    });
  });

  it("announces what it creates", async () => {
    const word = aWord();
    await imported(shop, csv([aLine(word)]));
    const product = await byHandle(word);
    expect((await announced(shop.db, "product.created")).at(-1)).toEqual({ id: product.id });
    expect((await announced(shop.db, "product-variant.created")).at(-1)).toEqual({
      id: product.variants[0]!.id,
      product_id: product.id,
    });
  });

  it("adds to a product whose handle comes again later in the file", async () => {
    const word = aWord();
    const again = aLine(`${word}-a`, {
      "Variant Title": "Two",
      "Variant SKU": `${word}-2`,
      "Option 1 Value": "Two",
    });
    const file = csv([aLine(`${word}-a`), aLine(`${word}-b`), again]);
    const rehearsal = await rehearsed(shop, file);
    const operations = { PRODUCT_CREATE: 2, PRODUCT_UPDATE: 1, VARIANT_CREATE: 3, VARIANT_UPDATE: 0 };
    expect(rehearsal.result.operations).toEqual(operations);
    expect((await confirmed(shop, rehearsal.id)).result.operations).toEqual(operations);
    expect((await byHandle(`${word}-a`)).variants.map(({ title }) => title)).toEqual(["One", "Two"]);
  });

  it("makes products without variants, and variants without options", async () => {
    const word = aWord();
    const bare = {
      "Variant Title": "",
      "Variant SKU": "",
      "Price USD": "",
      "Option 1 Name": "",
      "Option 1 Value": "",
    };
    const plain = { "Option 1 Name": "", "Option 1 Value": "" };
    const job = await imported(
      shop,
      csv([
        aLine(`${word}-a`, bare),
        aLine(`${word}-b`, { ...plain, "Variant Title": "One", "Variant SKU": `${word}-1` }),
        aLine(`${word}-b`, { ...plain, "Variant Title": "Two", "Variant SKU": `${word}-2` }),
        aLine(`${word}-b`, { ...plain, "Variant Title": "Two", "Variant SKU": `${word}-3` }),
      ]),
    );
    expect(job.result.errors).toEqual([
      { row: 5, message: "Variant with title Two already exists", code: "duplicate_error" },
    ]);
    expect((await byHandle(`${word}-a`)).variants).toEqual([]);
    expect((await byHandle(`${word}-b`)).variants.map(({ title }) => title)).toEqual(["One", "Two"]);
  });

  it("does the same again when the same file is imported again", async () => {
    const file = csv([aLine(aWord()), aLine(aWord())]);
    expect((await imported(shop, file)).result.operations).toMatchObject({
      PRODUCT_CREATE: 2,
      VARIANT_CREATE: 2,
    });
    const before = await rowCounts(shop);
    const { result } = await imported(shop, file);
    expect(result.operations).toMatchObject({ PRODUCT_UPDATE: 2, VARIANT_UPDATE: 2, PRODUCT_CREATE: 0 });
    expect({ ...(await rowCounts(shop)), "tradewind.event": 0 }).toEqual({ ...before, "tradewind.event": 0 });
  });
});

describe("a very long product", () => {
  it("takes its fields from its first row, with any number of variants", async () => {
    const word = aWord();
    const lines = Array.from({ length: 1_100 }, (_, index) =>
      aLine(word, {
        "Product Title": index === 0 ? "Long" : "",
        "Product Subtitle": index === 0 ? "Stays" : "",
        "Variant Title": `Size ${index}`,
        "Variant SKU": `${word}-${index}`,
        "Option 1 Value": `${index}`,
      }),
    );
    const { result } = await imported(shop, csv(lines));
    expect(result).toMatchObject({
      refused_count: 0,
      operations: { PRODUCT_CREATE: 1, PRODUCT_UPDATE: 0, VARIANT_CREATE: 1_100 },
    });
    expect(await byHandle(word)).toMatchObject({ title: "Long", subtitle: "Stays" });
  });
});

describe("two imports at once", () => {
  it("of the same file make every product once", async () => {
    const word = aWord();
    const lines = Array.from({ length: 600 }, (_, index) => aLine(`${word}-${index}`));
    const jobs = await Promise.all([imported(shop, csv(lines)), imported(shop, csv([...lines].reverse()))]);
    for (const { status, result } of jobs) {
      expect([status, result.errors, result.advancement_count]).toEqual(["completed", undefined, 1_200]);
    }
    const made = jobs.map(({ result }) => result.operations.PRODUCT_CREATE);
    expect(made[0] + made[1]).toBe(600);
    const { body } = await shop.admin.get(`/admin/products?q=${word}&limit=1`);
    expect(body.count).toBe(600);
  });
});

describe("a file", () => {
  it.each([
    ["a comma", { delimiter: "," }],
    ["a semicolon", { delimiter: ";" }],
    ["a byte order mark", { bom: true }],
  ])("may have %s", async (_, form) => {
    const word = aWord();
    const title = 'One, two; "three"\nfour';
    const job = await imported(shop, csv([aLine(word, { "Product Title": title })], form));
    expect([job.status, job.result.errors]).toEqual(["completed", undefined]);
    expect((await byHandle(word)).title).toBe(title);
  });

  it("may have empty lines, blanks around names of columns, and empty columns at the end", async () => {
    const word = aWord();
    const job = await imported(shop, `Product Handle ;Product Title;;\n\n${word};Tea;;\n;;;\n${word}-2;;;\n`);
    expect(job.result).toMatchObject({ count: 1, advancement_count: 1, rows: { count: 2, done: 2 } });
    expect(job.result.errors).toEqual([
      { row: 5, message: "Product Title is required", code: "invalid_data" },
    ]);
    expect((await byHandle(word)).title).toBe("Tea");
  });

  it.each([
    ["an unknown column", "Product Handle;Colour\na;b", 'The file has an unknown column "Colour"'],
    ["no handles", "Product Title\nTea", 'The file has no column "Product Handle"'],
    [
      "a column twice",
      "Product Handle;Product Handle\na;b",
      'The file has the column "Product Handle" more than once',
    ],
    ["an unknown region", "Product Handle;Price Nowhere [EUR]\na;1", "there is no region Nowhere"],
    ["an unknown currency", "Product Handle;Price XXX\na;1", "there is no currency XXX"],
    [
      "a name of an option without its value",
      "Product Handle;Option 1 Name\na;b",
      'no column "Option 1 Value"',
    ],
    ["a column without a name", "Product Handle;;Product Title\na;b;c", "Column 2 of the file has no name"],
    ["a quote that never ends", 'Product Handle\n"a', "cannot be read as CSV"],
    ["nothing in it", "", "The file is empty"],
  ])("with %s is refused as a whole", async (_, content, message) => {
    const before = await rowCounts(shop);
    const job = await imported(shop, content);
    expect(job.status).toBe("failed");
    expect(job.result.errors).toHaveLength(1);
    expect(job.result.errors[0].message).toContain(message);
    const { "tradewind.event": _events, ...rows } = await rowCounts(shop);
    expect(before).toMatchObject(rows);
  });

  it("without any rows imports nothing", async () => {
    const job = await imported(shop, "Product Handle\n");
    expect([job.status, job.result.count, job.result.progress]).toEqual(["completed", 0, 1]);
  });

  it("must be named by the context", async () => {
    for (const context of [{}, { fileKey: "" }, { fileKey: 5 }]) {
      const { status, body } = await shop.admin.post("/admin/batch-jobs", {
        type: "product-import",
        context,
      });
      expect([status, body.type]).toEqual([400, "invalid_data"]);
      expect(body.message).toContain("fileKey");
    }
  });

  it("that is not there is waited for", async () => {
    const { id } = await aJob(shop, "product-import", { fileKey: "nowhere.csv" });
    const text = "select last_error from graphile_worker.jobs where key = $1 and last_error is not null";
    const values = [`batch-job-prepare:${id}`];
    await until(async () => (await shop.db.run({ text, values })).length === 1);
    const [waiting] = await shop.db.run<{ last_error: string }>({ text, values });
    expect(waiting!.last_error).toContain("There is no file with the key nowhere.csv");
    expect((await shownJob(shop, id)).status).toBe("created");
    await shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
  });
});

describe("rows that are wrong", () => {
  it("are reported by their numbers, fifty of five hundred, and the others are imported", async () => {
    const word = aWord();
    const isBad = (index: number) => index % 10 === 3;
    const lines = Array.from({ length: 500 }, (_, index) =>
      aLine(`${word}-${index}`, isBad(index) ? { "Price USD": "ten" } : {}),
    );
    const job = await imported(shop, csv(lines));
    expect(job).toMatchObject({
      status: "completed",
      result: {
        count: 900,
        advancement_count: 900,
        rows: { count: 500, done: 500 },
        refused_count: 50,
        operations: { PRODUCT_CREATE: 450, VARIANT_CREATE: 450 },
      },
    });
    const bad = lines.flatMap((_, index) => (isBad(index) ? index + 2 : []));
    expect(job.result.errors.map(({ row }: { row: number }) => row)).toEqual(bad);
    expect(job.result.errors[0]).toEqual({
      row: 5,
      message: 'Price USD must be an amount such as 10.50, not "ten"',
      code: "invalid_data",
    });
    const { body } = await shop.admin.get(`/admin/products?q=${word}&limit=1`);
    expect(body.count).toBe(450);
  });

  it("are distinguished, and each has its own message", async () => {
    const word = aWord();
    const taken = await aProduct(shop, {
      handle: `${word}-taken`,
      options: [{ title: "Size" }],
      variants: [{ title: "T", sku: `${word}-taken-sku`, prices: [], options: [{ value: "T" }] }],
    });
    let number = 0;
    const line = (details: Record<string, unknown>) => aLine(`${word}-${++number}`, details);
    const cases: [Record<string, unknown>, string][] = [
      [line({ "Product Handle": "" }), "Product Handle is required"],
      [line({ "Product Title": "" }), "Product Title is required"],
      [line({ "Product Title": "x".repeat(501) }), "Product Title must not have more than 500 characters"],
      [
        line({ "Product Status": "open" }),
        'Product Status must be one of draft, proposed, published, rejected, not "open"',
      ],
      [line({ "Product Weight": "1.5" }), "Product Weight must be a whole number"],
      [line({ "Product Discountable": "maybe" }), "Product Discountable must be true or false"],
      [line({ "Product Collection Handle": "nothing" }), "Collection nothing was not found"],
      [line({ "Sales Channel 1 Name": "nothing" }), "Sales channel nothing was not found"],
      [line({ "Product Category 1 Handle": "nothing" }), "Product category nothing was not found"],
      [line({ "Product Id": "prod_nothing" }), "Product with id: prod_nothing was not found"],
      [line({ "Product Id": taken.id, "Product Handle": `${word}-1000` }), "Product with handle"],
      [line({ "Variant Id": "variant_nothing" }), "Variant with id: variant_nothing was not found"],
      [
        line({ "Variant Id": taken.variants[0]!.id }),
        `Variant with id: ${taken.variants[0]!.id} was not found`,
      ],
      [line({ "Variant Title": "" }), "Variant Title is required"],
      [
        line({ "Variant SKU": `${word}-taken-sku` }),
        `Product_variant with sku ${word}-taken-sku already exists.`,
      ],
      [
        line({ "Variant Inventory Quantity": "9999999999" }),
        "Variant Inventory Quantity must be a whole number",
      ],
      [line({ "Price USD": "1,099" }), "Price USD can mean two amounts: write it like 1099.00"],
      [line({ "Price USD": "-1" }), "Price USD must be an amount"],
      [line({ "Price USD": "99999999" }), "Price USD must not be more than 21474836.47"],
      [line({ "Option 1 Value": "" }), "Product options length does not match variant options length"],
      [line({ "Product Title": "a\0b" }), "NUL"],
      [line({ "Variant SKU": `${word}-same`, "Product Handle": `${word}-1000` }), ""],
      [line({ "Variant SKU": `${word}-same` }), `Product_variant with sku ${word}-same already exists.`],
    ];
    const good = cases.splice(21, 1)[0]!;
    // A product of that name has to be there before its handle can be taken.
    const file = csv([good[0], ...cases.map(([each]) => each)]);
    const rehearsal = await rehearsed(shop, file);
    const expected = cases.map(([, message], index) => [index + 3, message] as const);
    const check = (errors: { row: number; message: string }[]) => {
      expect(errors.map(({ row }) => row)).toEqual(expected.map(([row]) => row));
      for (const [index, { message }] of errors.entries()) expect(message).toContain(expected[index]![1]);
    };
    check(rehearsal.result.errors);
    const job = await confirmed(shop, rehearsal.id);
    check(job.result.errors);
    expect(job.result.operations).toEqual(rehearsal.result.operations);
    expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 1, VARIANT_CREATE: 1 });
  });

  it("do not affect other rows of their product, unless they define the product", async () => {
    const word = aWord();
    const variant = (handle: string, title: string, details = {}) =>
      aLine(handle, {
        "Variant Title": title,
        "Variant SKU": `${handle}-${title}`,
        "Option 1 Value": title,
        ...details,
      });
    const job = await imported(
      shop,
      csv([
        variant(`${word}-a`, "S", { "Price USD": "x" }),
        variant(`${word}-a`, "M"),
        variant(`${word}-a`, "L"),
        variant(`${word}-b`, "S", { "Product Status": "x" }),
        variant(`${word}-b`, "M"),
        variant(`${word}-c`, "S", { "Price USD": "x" }),
      ]),
    );
    expect(
      job.result.errors.map(({ row, message }: { row: number; message: string }) => [row, message]),
    ).toEqual([
      [2, expect.stringContaining("Price USD")],
      [5, expect.stringContaining("Product Status")],
      [6, "Row 5, which this row belongs to, was refused"],
      [7, expect.stringContaining("Price USD")],
    ]);
    expect((await byHandle(`${word}-a`)).variants.map(({ title }) => title)).toEqual(["M", "L"]);
    expect([await byHandle(`${word}-b`), await byHandle(`${word}-c`)]).toEqual([undefined, undefined]);
  });

  it("with too few or too many cells, or in another encoding, are refused alone", async () => {
    const word = aWord();
    const content = Buffer.concat([
      Buffer.from(`Product Handle;Product Title\n${word}-1\n${word}-2;Tea;more\n${word}-3;Caf`),
      Buffer.from([0xe9]),
      Buffer.from(`\n${word}-4;Tea\n`),
    ]);
    const job = await imported(shop, content);
    expect(job.result.errors.map(({ message }: { message: string }) => message)).toEqual([
      "The row has 1 cells, but there are 2 columns",
      "The row has 3 cells, but there are 2 columns",
      "The row is not encoded in UTF-8",
    ]);
    expect((await byHandle(`${word}-4`)).title).toBe("Tea");
  });

  it("are listed up to a thousand, and counted beyond", async () => {
    const lines = Array.from({ length: 1_100 }, () => ({ "Product Handle": aWord(), "Product Title": "" }));
    const { result } = await imported(shop, csv(lines));
    expect(result.refused_count).toBe(1_100);
    expect(result.errors).toHaveLength(1_001);
    expect(result.errors.at(-1)).toEqual({ message: "100 more rows were refused", code: "more_errors" });
  });
});

describe("a rehearsal", () => {
  it("shows the planned changes, and changes nothing before it is confirmed", async () => {
    const word = aWord();
    const before = await rowCounts(shop);
    const lines = [
      aLine(`${word}-a`),
      aLine(`${word}-b`, { "Price USD": "x" }),
      aLine(`${word}-c`, { "Variant SKU": `${word}-a-1` }),
      aLine(`${word}-a`, { "Variant SKU": `${word}-new`, "Variant Title": "New" }),
      aLine(`${word}-d`),
    ];
    const rehearsal = await rehearsed(shop, csv(lines));
    expect(rehearsal.status).toBe("pre_processed");
    const { "tradewind.event": _, ...rows } = await rowCounts(shop);
    expect(before).toMatchObject(rows);
    expect(rehearsal.result).toMatchObject({
      count: 4,
      advancement_count: 0,
      progress: 0,
      rows: { count: 5, done: 0 },
      files: {},
      refused_count: 3,
      stat_descriptors: [
        {
          key: "product-import-count",
          name: "Products/variants to import",
          message:
            "There will be 2 products created (0  updated).\n             2 variants will be created and 0 updated",
        },
      ],
    });
    const job = await confirmed(shop, rehearsal.id);
    const { operations, errors, refused_count } = rehearsal.result;
    expect(job.result).toMatchObject({
      operations,
      errors,
      refused_count,
      count: 4,
      advancement_count: 4,
      progress: 1,
      rows: { count: 5, done: 5 },
    });
  });

  it("keeps in mind what rows far before would have changed", async () => {
    const word = aWord();
    const old = await aProduct(shop, {
      handle: `${word}-old`,
      options: [{ title: "Size" }],
      variants: [{ title: "T", sku: `${word}-sku`, prices: [], options: [{ value: "T" }] }],
    });
    const lines = [
      aLine(`${word}-new`, { "Product Id": old.id, "Variant Id": old.variants[0]!.id, "Variant SKU": "" }),
      aLine(`${word}-twice`),
      ...Array.from({ length: 450 }, (_, index) => aLine(`${word}-${index}`)),
      // Its handle and its code are free now.
      aLine(`${word}-old`, { "Variant SKU": `${word}-sku` }),
      aLine(`${word}-new`, { "Variant Title": "More", "Variant SKU": `${word}-m`, "Option 1 Value": "More" }),
      aLine(`${word}-other`, { "Variant SKU": `${word}-7-1` }),
      aLine(`${word}-twice`, { "Variant SKU": `${word}-t`, "Variant Title": "Same values" }),
      aLine(`${word}-twice`),
    ];
    const rehearsal = await rehearsed(shop, csv(lines));
    const { result } = await confirmed(shop, rehearsal.id);
    expect(result.errors).toEqual(rehearsal.result.errors);
    expect(result.errors.map(({ row }: { row: number }) => row)).toEqual([456, 457]);
    expect(result.operations).toEqual(rehearsal.result.operations);
    expect(result.operations).toEqual({
      PRODUCT_CREATE: 452,
      PRODUCT_UPDATE: 3,
      VARIANT_CREATE: 453,
      VARIANT_UPDATE: 2,
    });
  });

  it("drops its errors when they no longer exist at the time of the import", async () => {
    const word = aWord();
    const rehearsal = await rehearsed(shop, csv([aLine(word, { "Product Collection Handle": `c-${word}` })]));
    expect(rehearsal.result.errors).toHaveLength(1);
    await shop.admin.post("/admin/collections", { title: "C", handle: `c-${word}` });
    const job = await confirmed(shop, rehearsal.id);
    expect(job.result).toMatchObject({ errors: [], refused_count: 0, operations: { PRODUCT_CREATE: 1 } });
  });
});

describe("an export that is imported again", () => {
  const tables = [
    "product",
    "product_variant",
    "product_option",
    "product_option_value",
    "money_amount",
    "product_variant_money_amount",
    "product_tags",
    "product_tag",
    "product_type",
    "product_images",
    "image",
    "product_sales_channel",
    "product_category_product",
    "product_shipping_profile",
    "inventory_item",
    "product_variant_inventory_item",
  ];
  const allRows = async () => {
    const content: Record<string, unknown> = {};
    for (const table of tables) {
      const text = `select coalesce(jsonb_agg(row order by row), '[]') as rows
        from (select to_jsonb(t) - 'updated_at' as row from "${table}" t) all_rows`;
      content[table] = (await shop.db.run<{ rows: unknown }>({ text, values: [] }))[0]!.rows;
    }
    return content;
  };

  it("changes nothing", async () => {
    const word = aWord();
    const region = await aRegion(shop, { name: `Round [${word}]`, currency_code: "eur" });
    await aShirt(shop, {
      title: 'A "shirt"; red, or\r\nblue ',
      handle: word,
      tags: [{ value: "a" }, { value: "b,c" }],
      type: { value: "Shirt" },
      images: ["https://example.com/b.png", "https://example.com/a.png"],
      metadata: { kept: true },
      variants: [
        {
          title: "S",
          sku: `${word}-s`,
          ean: "4006381333931",
          inventory_quantity: -3,
          metadata: { also: "kept" },
          prices: [usd(1099), usd(999, { min_quantity: 5 }), { region_id: region.id, amount: 1000 }],
          options: [{ value: "S" }, { value: " red" }],
        },
        { title: "L", prices: [], options: [{ value: "L" }, { value: "=1+1" }] },
      ],
    });
    await aProduct(shop, { title: "Nothing but a title", sales_channels: [] });
    const { text, job } = await exported(shop, "product-export");
    const before = await allRows();
    const events = (await announced(shop.db, "product.updated")).length;
    const again = await imported(shop, text);
    expect([again.status, again.result.errors]).toEqual(["completed", undefined]);
    expect(again.result.operations).toMatchObject({
      PRODUCT_CREATE: 0,
      PRODUCT_UPDATE: job.result.count,
      VARIANT_CREATE: 0,
    });
    expect(await allRows()).toEqual(before);
    expect(await announced(shop.db, "product.updated")).toHaveLength(events);
  });
});

describe("an import that is canceled", () => {
  it("ends soon, and keeps what it has imported", async () => {
    const word = aWord();
    const lines = Array.from({ length: 20_000 }, (_, index) => aLine(`${word}-${index}`));
    const { id } = await aJob(shop, "product-import", { fileKey: await aFileOf(shop, csv(lines)) });
    await jobThatIs(shop, id, "processing");
    await until(async () => (await shownJob(shop, id)).result.advancement_count > 0);
    await shop.admin.post(`/admin/batch-jobs/${id}/cancel`);
    const { status, result } = await shownJob(shop, id);
    expect(status).toBe("canceled");
    expect(result.advancement_count).toBeLessThan(40_000);
    const text = "select count(*) as count from product where handle like $1";
    const [products] = await shop.db.run<{ count: number }>({ text, values: [`${word}-%`] });
    expect(products!.count * 2).toBe(result.advancement_count);
    expect(result.rows.done).toBe(products!.count);
    expect((await shownJob(shop, id)).result).toEqual(result);
  });
});
