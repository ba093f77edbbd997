import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import {
  aJob,
  contentOf,
  endedJob,
  exported,
  jobThatIs,
  type Line,
  linesOf,
  shownJob,
} from "../support/factories/batch-jobs.ts";
import { aReadyCart, complete } from "../support/factories/carts.ts";
import { type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aCustomer, aGuest, home } from "../support/factories/customers.ts";
import { aProduct, aShirt, aWord, usd } from "../support/factories/products.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aDataFolder } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const data = aDataFolder();
let checkout: Checkout;

const { it, shop } = withShop(
  () => startShop({ TRADEWIND_JOBS: "2", TRADEWIND_DATA_DIR: data.folder }),
  () => data.remove(),
);
it.beforeAll(async () => {
  checkout = await openCheckout(shop);
});

const run = (text: string, ...values: unknown[]) => shop.db.run({ text, values });
const column = (lines: Line[], name: string) => lines.map((line) => line[name]);

async function made(path: string, body: unknown) {
  const answer = await shop.admin.post(path, body);
  if (answer.status !== 200) throw new Error(answer.body.message);
  return Object.values(answer.body)[0] as { id: string; handle: string };
}

/** Products that share nothing but a word in their titles, so many of them. */
async function products(count: number, details = "'', null::text, 0"): Promise<string> {
  const word = aWord();
  await run(
    `insert into product (id, title, handle, status, created_at, description, material, weight)
      select 'prod_${word}_' || lpad(n::text, 5, '0'), '${word} ' || n, '${word}-' || n, 'published',
        now() - (n / 3) * interval '1 second', details.*
      from generate_series(1, ${count}) n cross join lateral (select ${details}) details`,
  );
  return word;
}

describe("a product export", () => {
  it("has a line for each variant, with all that belongs to it", async () => {
    const collection = await made("/admin/collections", { title: "Warm things" });
    const channel = await made("/admin/sales-channels", { name: "Market", description: "On Sundays" });
    const category = await made("/admin/product-categories", { name: "Shirts" });
    const shirt = await aShirt(shop, {
      title: "Woollen shirt",
      subtitle: "For winter",
      description: 'It says: "warm; soft"\nand means it',
      status: "published",
      collection_id: collection.id,
      sales_channels: [{ id: channel.id }],
      categories: [{ id: category.id }],
      tags: [{ value: "wool" }, { value: "winter" }],
      type: { value: "Shirt" },
      images: ["https://example.com/1.png", "https://example.com/2.png"],
      weight: 300,
      hs_code: "6105",
      origin_country: "dk",
      mid_code: "M1",
      material: "wool",
      discountable: false,
      variants: [
        {
          title: "S red",
          sku: "wool-s",
          barcode: "123",
          inventory_quantity: 7,
          allow_backorder: true,
          prices: [
            usd(1099),
            { currency_code: "jpy", amount: 1500 },
            { region_id: checkout.regionId, amount: 950 },
          ],
          options: [{ value: "S" }, { value: "red" }],
        },
        { title: "L red", prices: [usd(1200)], options: [{ value: "L" }, { value: "red" }] },
      ],
    });
    const { job, text, lines } = await exported(shop, "product-export", {
      filterable_fields: { id: shirt.id },
    });
    const header = text.split("\r\n")[0]!.split(";");
    // In v1's order. Columns that v1 does not have stand between them.
    const ofV1 = [
      "Product Id;Product Handle;Product Title;Product Subtitle;Product Description;Product Status",
      "Product Thumbnail;Product Weight;Product Length;Product Width;Product Height;Product HS Code",
      "Product Origin Country;Product MID Code;Product Material;Product Collection Title",
      "Product Collection Handle;Product Type;Product Tags;Product Discountable;Product External Id",
      "Product Profile Name;Product Profile Type;Variant Id;Variant Title;Variant SKU;Variant Barcode",
      "Variant Inventory Quantity;Variant Allow Backorder;Variant Manage Inventory;Variant Weight;Variant Length",
      "Variant Width;Variant Height;Variant HS Code;Variant Origin Country;Variant MID Code;Variant Material",
      "Price USD;Price JPY;Price Home [USD];Option 1 Name;Option 1 Value;Option 2 Name;Option 2 Value",
      "Image 1 Url;Image 2 Url;Sales Channel 1 Id;Sales Channel 1 Name;Sales Channel 1 Description",
      "Product Category 1 Handle;Product Category 1 Name;Product Category 1 Description",
    ].flatMap((names) => names.split(";"));
    expect(header.filter((name) => ofV1.includes(name))).toEqual(ofV1);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toEqual({
      "Product Id": shirt.id,
      "Product Handle": "woollen-shirt",
      "Product Title": "Woollen shirt",
      "Product Subtitle": "For winter",
      "Product Description": 'It says: "warm; soft"\nand means it',
      "Product Status": "published",
      "Product Thumbnail": "https://example.com/1.png",
      "Product Weight": "300",
      "Product Length": "",
      "Product Width": "",
      "Product Height": "",
      "Product HS Code": "6105",
      "Product Origin Country": "dk",
      "Product MID Code": "M1",
      "Product Material": "wool",
      "Product Collection Title": "Warm things",
      "Product Collection Handle": "warm-things",
      "Product Type": "Shirt",
      "Product Tags": "wool,winter",
      "Product Discountable": "false",
      "Product External Id": "",
      "Product Profile Name": "Default Shipping Profile",
      "Product Profile Type": "default",
      "Variant Id": shirt.variants[0]!.id,
      "Variant Title": "S red",
      "Variant SKU": "wool-s",
      "Variant Barcode": "123",
      "Variant Inventory Quantity": "7",
      "Variant Allow Backorder": "true",
      "Variant Manage Inventory": "true",
      "Variant Weight": "",
      "Variant Length": "",
      "Variant Width": "",
      "Variant Height": "",
      "Variant HS Code": "",
      "Variant Origin Country": "",
      "Variant MID Code": "",
      "Variant Material": "",
      "Price USD": "10.99",
      "Price JPY": "1500",
      "Price Home [USD]": "9.5",
      "Option 1 Name": "Size",
      "Option 1 Value": "S",
      "Option 2 Name": "Colour",
      "Option 2 Value": "red",
      "Image 1 Url": "https://example.com/1.png",
      "Image 2 Url": "https://example.com/2.png",
      "Sales Channel 1 Id": channel.id,
      "Sales Channel 1 Name": "Market",
      "Sales Channel 1 Description": "On Sundays",
      "Product Category 1 Handle": category.handle,
      "Product Category 1 Name": "Shirts",
      "Product Category 1 Description": "",
    });
    expect(lines[1]).toMatchObject({
      "Product Id": shirt.id,
      "Variant Id": shirt.variants[1]!.id,
      "Price USD": "12",
      "Price JPY": "",
      "Price Home [USD]": "",
      "Option 1 Value": "L",
    });
    expect(job.context["shape"]).toEqual({
      prices: [
        { currency_code: "usd", region: null },
        { currency_code: "jpy", region: null },
        { currency_code: "usd", region: { id: checkout.regionId, name: "Home", currency_code: "usd" } },
      ],
      dynamicImageColumnCount: 2,
      dynamicOptionColumnCount: 2,
      dynamicSalesChannelsColumnCount: 1,
      dynamicProductCategoriesColumnCount: 1,
    });
    expect(job.result).toEqual({
      stat_descriptors: [
        {
          key: "product-export-count",
          name: "Product count to export",
          message: "There will be 1 products exported by this action",
        },
      ],
      count: 1,
      advancement_count: 1,
      progress: 1,
      file_key: expect.stringMatching(/^exports\/products\/product-export-\d{13}\.csv$/),
      file_size: Buffer.byteLength(text),
    });
  });

  it("announces every step of the way", async () => {
    const { job } = await exported(shop, "product-export", { filterable_fields: { title: "nothing" } });
    for (const step of ["created", "pre_processed", "confirmed", "processing", "completed"]) {
      expect(await announced(shop.db, `batch.${step}`)).toContainEqual({ id: job.id });
    }
  });

  it("is listed by its name, which gives the file to those with a link alone", async () => {
    const jobs = await Promise.all([1, 2, 3].map(() => exported(shop, "product-export", { batch_size: 1 })));
    const keys = jobs.map(({ job }) => job.result.file_key as string);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) {
      expect(key).toMatch(/^exports\/products\/product-export-\d{13}\.csv$/);
      for (const path of [key, `protected/${key}`, encodeURIComponent(key), `protected//${key}`]) {
        const { status } = await fetch(`${shop.baseUrl}/uploads/${path}`);
        expect([path, [401, 404].includes(status)]).toEqual([path, true]);
      }
      const link = await shop.visitor().post("/admin/uploads/download-url", { file_key: key });
      expect(link.status).toBe(401);
    }
    const { body } = await shop.admin.post("/admin/uploads/download-url", { file_key: keys[0] });
    const ofAnother = body.download_url.replace(/product-export-\d+/, "product-export-1700000000000");
    expect((await fetch(ofAnother)).status).toBe(401);
    const response = await fetch(body.download_url);
    expect(response.headers.get("content-disposition")).toContain('filename="product-export-');
    await shop.admin.delete("/admin/uploads", { file_key: keys[0] });
    expect((await fetch(body.download_url)).status).toBe(404);
  });

  it("has no prices of price lists", async () => {
    const product = await aShirt(shop);
    await made("/admin/price-lists", {
      name: "Sale",
      description: "Sale",
      type: "sale",
      prices: [
        { variant_id: product.variants[0]!.id, currency_code: "usd", amount: 1 },
        { variant_id: product.variants[0]!.id, currency_code: "eur", amount: 1 },
      ],
    });
    const { lines } = await exported(shop, "product-export", { filterable_fields: { id: [product.id] } });
    expect(lines[0]!["Price USD"]).toBe("10");
    expect(Object.keys(lines[0]!)).not.toContain("Price EUR");
  });

  it("has a line for a product without variants, and none for deleted rows", async () => {
    const word = aWord();
    const bare = await aProduct(shop, { title: `${word} bare` });
    const gone = await aProduct(shop, { title: `${word} gone` });
    await shop.admin.delete(`/admin/products/${gone.id}`);
    const { lines } = await exported(shop, "product-export", { filterable_fields: { q: word } });
    expect(lines.map((line) => [line["Product Id"], line["Variant Id"]])).toEqual([[bare.id, ""]]);
  });

  it("of no products is a file with a header, and shows no progress", async () => {
    const { job, text, lines } = await exported(shop, "product-export", {
      filterable_fields: { title: "nothing" },
    });
    expect([lines, text.startsWith("Product Id;"), text.endsWith("Variant Material\r\n")]).toEqual([
      [],
      true,
      true,
    ]);
    expect(Object.keys(job.result).sort()).toEqual(["file_key", "file_size", "stat_descriptors"]);
  });

  it("takes the filters of the list of products, one value for a list of one", async () => {
    const word = aWord();
    const channel = await made("/admin/sales-channels", { name: word });
    const draft = await aProduct(shop, { title: `${word} draft`, sales_channels: [{ id: channel.id }] });
    const sold = await aProduct(shop, { title: `${word} sold`, status: "published" });
    const ids = async (filterable_fields: object) =>
      column((await exported(shop, "product-export", { filterable_fields })).lines, "Product Id");
    expect(await ids({ q: word })).toEqual([sold.id, draft.id]);
    expect(await ids({ q: word, status: "draft" })).toEqual([draft.id]);
    expect(await ids({ q: word, status: ["published"] })).toEqual([sold.id]);
    expect(await ids({ sales_channel_id: [channel.id] })).toEqual([draft.id]);
    expect(await ids({ title: `${word} sold`, created_at: { gt: "2001-01-01" } })).toEqual([sold.id]);
    expect(await ids({ q: word, is_giftcard: "true" })).toEqual([]);
  });

  describe("of many products", () => {
    const numbers = (lines: Line[]) => lines.map((line) => Number(line["Product Title"]!.split(" ")[1]));
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

    it.each<[string, string, (a: number, b: number) => number]>([
      // Three of them are as old as one another: their ids decide.
      ["", "", (a, b) => Math.floor(a / 3) - Math.floor(b / 3) || b - a],
      ["created_at", "", (a, b) => Math.floor(b / 3) - Math.floor(a / 3) || a - b],
      ["title", "", (a, b) => String(a).localeCompare(String(b), "en")],
      ["-id", "", (a, b) => b - a],
      ["material", "'', case when n % 5 > 0 then 'm' || n % 2 end, 0", (a, b) => rank(a) - rank(b) || a - b],
      ["-material", "'', case when n % 5 > 0 then 'm' || n % 2 end, 0", (a, b) => rank(b) - rank(a) || b - a],
      ["weight", "'', null::text, (n % 7)::integer", (a, b) => (a % 7) - (b % 7) || a - b],
      ["status", "'', null::text, 0", (a, b) => a - b],
    ])("has each of them once, in the order %j", async (order, details, compare) => {
      const word = await products(730, details || undefined);
      const { job, lines } = await exported(shop, "product-export", {
        ...(order ? { order } : {}),
        filterable_fields: { q: word },
      });
      expect(job.result).toMatchObject({ count: 730, advancement_count: 730, progress: 1 });
      expect(numbers(lines)).toEqual(upTo(730).sort(compare));
    });
    const rank = (number: number) => (number % 5 === 0 ? 2 : number % 2);

    it("ends after batch_size, and begins behind offset", async () => {
      const word = await products(450);
      const context = { order: "id", filterable_fields: { q: word } };
      const some = await exported(shop, "product-export", { ...context, batch_size: 220 });
      expect(numbers(some.lines)).toEqual(upTo(220));
      expect(some.job.result).toMatchObject({
        count: 220,
        advancement_count: 220,
        progress: 1,
        stat_descriptors: [{ message: "There will be 220 products exported by this action" }],
      });
      const rest = await exported(shop, "product-export", { ...context, offset: 220, batch_size: 500 });
      expect(numbers(rest.lines)).toEqual(upTo(450).slice(220));
      expect(rest.job.result).toMatchObject({ count: 230, progress: 1 });
    });
  });

  it("has no text that a spreadsheet runs, unless the request allows it", async () => {
    const title = `=cmd|' /C calc'!A0 ${aWord()}`;
    const product = await aProduct(shop, {
      title,
      variants: [{ title: "-5", inventory_quantity: -5, prices: [], options: [] }],
    });
    const context = { filterable_fields: { id: product.id } };
    const escaped = await exported(shop, "product-export", context);
    expect(escaped.lines[0]).toMatchObject({
      "Product Title": `'${title}`,
      "Variant Title": "'-5",
      "Variant Inventory Quantity": "-5",
    });
    const plain = await exported(shop, "product-export", { ...context, escape_formulas: false });
    expect(plain.lines[0]).toMatchObject({ "Product Title": title, "Variant Title": "-5" });
  });

  it("of a dry run waits, and has the columns that are needed when it is confirmed", async () => {
    const product = await aShirt(shop);
    const before = data.files();
    const { id } = await aJob(shop, "product-export", { filterable_fields: { id: product.id } }, true);
    const waiting = await jobThatIs(shop, id, "pre_processed");
    expect(waiting.result).toEqual({ stat_descriptors: [expect.anything()] });
    expect(data.files()).toEqual(before);
    await shop.admin.post(`/admin/products/${product.id}/variants/${product.variants[0]!.id}`, {
      prices: [usd(1), { currency_code: "dkk", amount: 700 }],
    });
    await shop.admin.post(`/admin/batch-jobs/${id}/confirm`);
    const job = await endedJob(shop, id);
    const [line] = linesOf(await contentOf(shop, job.result.file_key));
    expect(line).toMatchObject({ "Price USD": "0.01", "Price DKK": "7" });
    expect((await shownJob(shop, id)).context["shape"]).toMatchObject({
      prices: [{ currency_code: "usd" }, { currency_code: "dkk" }],
    });
  });
});

describe("an order export", () => {
  async function anOrder(email: string, quantity: number) {
    const variant = await aSoldVariant(shop, { stock: 100, price: 1050 });
    const cart = await aReadyCart(shop.visitor(), checkout, { items: [{ variant_id: variant, quantity }] });
    await shop.visitor().post(`/store/carts/${cart}`, {
      email,
      shipping_address: { ...home, address_2: "Back door" },
    });
    const { status, body } = await complete(shop.visitor(), cart);
    if (status !== 200 || body.type !== "order") throw new Error(JSON.stringify(body));
    return body.data as { id: string; display_id: number; created_at: string; customer_id: string };
  }

  it("has a line for each order, with its totals in minor units as v1 writes them", async () => {
    const email = `${aWord()}@example.com`;
    const order = await anOrder(email, 2);
    const { job, text, lines } = await exported(shop, "order-export", {
      filterable_fields: { email: email.toUpperCase() },
    });
    expect(text.split("\r\n")[0]).toBe(
      [
        "Order_ID;Display_ID;Order status;Date;Customer First name;Customer Last name;Customer Email;Customer ID",
        "Shipping Address 1;Shipping Address 2;Shipping Country Code;Shipping City;Shipping Postal Code",
        "Shipping Region ID;Fulfillment Status;Payment Status;Subtotal;Shipping Total;Discount Total",
        "Gift Card Total;Refunded Total;Tax Total;Total;Currency Code",
        "Sales channel name;Sales channel description",
      ].join(";"),
    );
    expect(lines).toEqual([
      {
        Order_ID: order.id,
        Display_ID: String(order.display_id),
        "Order status": "pending",
        Date: new Date(order.created_at).toUTCString(),
        "Customer First name": "",
        "Customer Last name": "",
        "Customer Email": email,
        "Customer ID": order.customer_id,
        "Shipping Address 1": "1 Test Road",
        "Shipping Address 2": "Back door",
        "Shipping Country Code": "us",
        "Shipping City": "Testville",
        "Shipping Postal Code": "12345",
        "Shipping Region ID": checkout.regionId,
        "Fulfillment Status": "not_fulfilled",
        "Payment Status": "awaiting",
        Subtotal: "2100",
        "Shipping Total": "0",
        "Discount Total": "0",
        "Gift Card Total": "0",
        "Refunded Total": "0",
        "Tax Total": "210",
        Total: "2310",
        "Currency Code": "usd",
        "Sales channel name": "Default Sales Channel",
        "Sales channel description": expect.any(String),
      },
    ]);
    expect(job.result).toMatchObject({
      count: 1,
      file_key: expect.stringMatching(/^exports\/orders\/order-export-\d{13}\.csv$/),
      stat_descriptors: [{ key: "order-export-count", name: "Order count to export" }],
    });
  });

  it("has the columns of the fields and relations that are named", async () => {
    const email = `${aWord()}@example.com`;
    const order = await anOrder(email, 1);
    const { lines } = await exported(shop, "order-export", {
      fields: "display_id,total",
      expand: "",
      filterable_fields: { email },
    });
    expect(lines).toEqual([
      { Order_ID: order.id, Display_ID: String(order.display_id), Date: expect.any(String), Total: "1155" },
    ]);
  });

  it("also has the totals in major units on request", async () => {
    const email = `${aWord()}@example.com`;
    await anOrder(email, 2);
    const { text, lines } = await exported(shop, "order-export", {
      filterable_fields: { email },
      major_units: true,
    });
    expect(text).toContain(";Subtotal;Subtotal (Major Units);Shipping Total;Shipping Total (Major Units);");
    expect(lines[0]).toMatchObject({
      Subtotal: "2100",
      "Subtotal (Major Units)": "21",
      "Tax Total (Major Units)": "2.1",
      Total: "2310",
      "Total (Major Units)": "23.1",
    });
  });

  it("has no address that a spreadsheet runs", async () => {
    const email = `${aWord()}@example.com`;
    const order = await anOrder(email, 1);
    await run(
      `update address set address_1 = '@SUM(1)', city = '''=1', postal_code = '-5'
        where id = (select shipping_address_id from "order" where id = $1)`,
      order.id,
    );
    const { lines } = await exported(shop, "order-export", { filterable_fields: { email } });
    expect(lines[0]).toMatchObject({
      "Shipping Address 1": "'@SUM(1)",
      "Shipping City": "''=1",
      "Shipping Postal Code": "'-5",
    });
  });

  it("has every order once, the newest first", async () => {
    const email = `${aWord()}@example.com`;
    const customer = await aGuest(shop, email);
    await run(
      `insert into "order" (id, customer_id, email, region_id, currency_code, created_at)
        select 'order_' || lpad(n::text, 5, '0'), $1, $2, $3, 'usd', now() - (n / 4) * interval '1 second'
        from generate_series(1, 605) n`,
      customer.id,
      email,
      checkout.regionId,
    );
    const { job, lines } = await exported(shop, "order-export", { filterable_fields: { email } });
    const { body } = await shop.admin.get(`/admin/orders?email=${email}&limit=1000&fields=id&expand=`);
    expect(column(lines, "Order_ID")).toEqual(body.orders.map(({ id }: { id: string }) => id));
    expect([lines.length, job.result.count, lines[0]!["Total"]]).toEqual([605, 605, "0"]);
  });
});

describe("a customer export", () => {
  it("has a line for each customer, with groups and addresses", async () => {
    const word = aWord();
    const one = await aCustomer(shop, { email: `${word}@example.com`, first_name: word, phone: "+45 1" });
    const two = await aGuest(shop, `guest-${word}@example.com`);
    for (const name of ["Friends", "Family"]) {
      const group = await made("/admin/customer-groups", { name: `${name} ${word}` });
      await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
        customer_ids: [{ id: one.id }],
      });
    }
    await run(
      `insert into address (id, customer_id, address_1, country_code) values ('addr_${word}', $1, 'Road', 'us')`,
      one.id,
    );
    const { job, text, lines } = await exported(shop, "customer-export", {
      order: "email",
      filterable_fields: { q: word },
    });
    expect(text.split("\r\n")[0]).toBe(
      "Customer Id;Email;First Name;Last Name;Phone;Has Account;Groups;Addresses;Created At;Tags;Marketing Consent",
    );
    expect(lines).toEqual([
      expect.objectContaining({ "Customer Id": two.id, "Has Account": "false", Groups: "", Addresses: "0" }),
      {
        "Customer Id": one.id,
        Email: one.email,
        "First Name": word,
        "Last Name": expect.any(String),
        Phone: "'+45 1",
        "Has Account": "true",
        Groups: `Friends ${word},Family ${word}`,
        Addresses: "1",
        "Created At": expect.stringMatching(/^\d{4}-.*Z$/),
        Tags: "",
        "Marketing Consent": "",
      },
    ]);
    expect(text).not.toContain("password");
    expect(job.result).toMatchObject({
      count: 2,
      file_key: expect.stringMatching(/customer-export-\d+\.csv$/),
      stat_descriptors: [{ message: "There will be 2 customers exported by this action" }],
    });
    const accounts = await exported(shop, "customer-export", {
      filterable_fields: { q: word, has_account: true },
    });
    expect(column(accounts.lines, "Customer Id")).toEqual([one.id]);
  });
});
