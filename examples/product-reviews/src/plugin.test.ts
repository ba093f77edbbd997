import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startTestShop, type TestClient, type TestShop } from "tradewind/testing";
import plugin from "./plugin.ts";

let shop: TestShop;
let region: string;

const mails: string[] = [];
/** Takes mails as any server does. */
const mailServer = createServer((socket) => {
  let mail: string | null = null;
  socket.on("error", () => {});
  socket.write("220 test\r\n");
  socket.on("data", (chunk) => {
    if (mail !== null) {
      mail += chunk;
      if (!mail.endsWith("\r\n.\r\n")) return;
      mails.push(mail);
      mail = null;
      socket.write("250 taken\r\n");
    } else if (/^data/i.test(String(chunk))) {
      mail = "";
      socket.write("354 go on\r\n");
    } else socket.write(/^quit/i.test(String(chunk)) ? "221 bye\r\n" : "250 well\r\n");
  });
});

async function mailAbout(subject: string): Promise<string> {
  for (;;) {
    const found = mails.find((mail) => mail.includes(subject));
    if (found) return found;
    await delay(20);
  }
}

/** The body of an answer that has to be a success. */
async function done<Body>(sent: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await sent;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

before(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  const { port } = mailServer.address() as AddressInfo;
  shop = await startTestShop({
    plugins: [plugin],
    environment: { TRADEWIND_SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  const made = await done(
    shop.admin.post("/admin/regions", {
      name: "Home",
      currency_code: "usd",
      tax_rate: 0,
      countries: ["us"],
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
    }),
  );
  region = made.region.id;
  const settings = { buyers_only: false, notify_email: "merchant@example.com", mail_language: "de" };
  await done(shop.admin.post("/admin/reviews/settings", settings));
});
after(async () => {
  await shop.stop();
  mailServer.close();
});

interface Product {
  id: string;
  variant: string;
}

async function aProduct(title: string): Promise<Product> {
  const { product } = await done(
    shop.admin.post("/admin/products", {
      title,
      status: "published",
      options: [{ title: "Size" }],
      variants: [
        {
          title: "M",
          manage_inventory: false,
          options: [{ value: "M" }],
          prices: [{ currency_code: "usd", amount: 1000 }],
        },
      ],
    }),
  );
  return { id: product.id, variant: product.variants[0].id };
}

async function buy(client: TestClient, { variant }: Product): Promise<void> {
  const items = [{ variant_id: variant, quantity: 1 }];
  const { cart } = await done(client.post("/store/carts", { region_id: region, items }));
  const address = { first_name: "Ada", address_1: "Main Street 1", city: "Town", country_code: "us" };
  await done(client.post(`/store/carts/${cart.id}`, { shipping_address: address }));
  await done(client.post(`/store/carts/${cart.id}/payment-sessions`, {}));
  await done(client.post(`/store/carts/${cart.id}/complete`, {}));
}

const write = (client: TestClient, product: string, review: object = {}) =>
  client.post("/store/reviews", { product_id: product, rating: 5, text: "Dry in a storm", ...review });
const moderate = (id: number, state: string, answer?: string) =>
  shop.admin.post(`/admin/reviews/${id}`, { state, ...(answer !== undefined && { answer }) });
const shownOf = async (product: string) => done(shop.store.get(`/store/reviews?product_id=${product}`));
const fieldsOf = async (product: string): Promise<object> =>
  (await done(shop.store.get(`/store/products?id=${product}`))).products[0].custom_fields;

test("a review is shown once it is published, and counted on the product", async () => {
  const { id: product } = await aProduct("Jacket");
  const ada = await shop.customer("ada@example.com");
  const review = await done(write(ada, product, { title: "Good", rating: 4 }));
  assert.equal(review.state, "pending");
  assert.deepEqual((await shownOf(product)).reviews, []);
  assert.deepEqual(await fieldsOf(product), { review_rating: null, review_count: null });
  await done(moderate(review.id, "published", "Thank you"));
  const { reviews, count } = await shownOf(product);
  assert.equal(count, 1);
  assert.deepEqual(
    [reviews[0].rating, reviews[0].author, reviews[0].answer, reviews[0].is_verified],
    [4, "Ada", "Thank you", false],
  );
  assert.equal("customer_id" in reviews[0], false);
  assert.deepEqual(await fieldsOf(product), { review_rating: 400, review_count: 1 });
  const grace = await shop.customer("grace@example.com");
  await done(moderate((await done(write(grace, product, { rating: 5 }))).id, "published"));
  assert.deepEqual(await fieldsOf(product), { review_rating: 450, review_count: 2 });
  const query = "custom_fields[review_rating][gte]=400&order=-custom_fields.review_rating";
  const { products } = await done(shop.store.get(`/store/products?${query}`));
  assert.deepEqual(
    products.map(({ id }: { id: string }) => id),
    [product],
  );
  await done(moderate(review.id, "rejected"));
  assert.deepEqual(await fieldsOf(product), { review_rating: 500, review_count: 1 });
});

test("a second review of the same customer replaces the first, and waits again", async () => {
  const { id: product } = await aProduct("Boots");
  const client = await shop.customer("again@example.com");
  const { id } = await done(write(client, product, { rating: 1 }));
  await done(moderate(id, "published"));
  const ids = await Promise.all(Array.from({ length: 5 }, () => done(write(client, product, { rating: 3 }))));
  assert.deepEqual([...new Set(ids.map((answer) => answer.id))], [id]);
  assert.deepEqual((await shownOf(product)).reviews, []);
  assert.deepEqual(await fieldsOf(product), { review_rating: null, review_count: 0 });
  const { reviews } = await done(client.get("/store/reviews/mine"));
  assert.deepEqual([reviews.length, reviews[0].state, reviews[0].rating], [1, "pending", 3]);
  await done(moderate(id, "published"));
  await done(client.delete(`/store/reviews/${product}`));
  assert.deepEqual(await fieldsOf(product), { review_rating: null, review_count: 0 });
  assert.equal((await client.delete(`/store/reviews/${product}`)).status, 404);
});

test("of many reviews that are published at once, all are counted", async () => {
  const { id: product } = await aProduct("Hat");
  const clients = await Promise.all(Array.from({ length: 8 }, () => shop.customer()));
  const written = await Promise.all(
    clients.map((client, place) => done(write(client, product, { rating: (place % 5) + 1 }))),
  );
  await Promise.all(
    written.flatMap(({ id }) => [done(moderate(id, "published")), done(moderate(id, "published"))]),
  );
  assert.deepEqual(await fieldsOf(product), { review_rating: 263, review_count: 8 });
  const page = await done(shop.store.get(`/store/reviews?product_id=${product}&limit=5&offset=4`));
  assert.deepEqual([page.reviews.length, page.count], [4, 8]);
});

test("if the settings say so, only customers who bought the product may review it", async () => {
  const product = await aProduct("Mug");
  const client = await shop.customer("buyer@example.com");
  const settings = await done(shop.admin.get("/admin/reviews/settings"));
  await done(shop.admin.post("/admin/reviews/settings", { ...settings, buyers_only: true }));
  const refused = await write(client, product.id);
  assert.deepEqual([refused.status, refused.body.code], [400, "not_bought"]);
  await buy(client, product);
  const { id } = await done(write(client, product.id));
  await done(shop.admin.post("/admin/reviews/settings", settings));
  await done(moderate(id, "published"));
  assert.equal((await shownOf(product.id)).reviews[0].is_verified, true);
});

test("a text is text: nothing in it is run, and it cannot be too long or too often", async () => {
  const { id: product } = await aProduct("Rope");
  const client = await shop.customer("text@example.com");
  const html = '<script>alert("1")</script> & <b>bold</b>';
  const { id } = await done(write(client, product, { text: `${html}\r\n\r\n\r\n\r\nmore`, title: html }));
  await done(moderate(id, "published"));
  const { reviews } = await shownOf(product);
  assert.deepEqual([reviews[0].title, reviews[0].body], [html, `${html}\n\nmore`]);
  const wrong = [
    { text: "" },
    { text: "  \n " },
    { text: "x".repeat(4001) },
    { title: "x".repeat(121) },
    { title: "two\nlines" },
    { author: "a\u0000b" },
    { rating: 0 },
    { rating: 6 },
    { rating: 4.5 },
    { rating: "good" },
  ];
  const other = await aProduct("Sail");
  for (const each of wrong)
    assert.equal((await write(client, other.id, each)).status, 400, JSON.stringify(each));
  assert.equal((await write(client, "prod_none")).status, 404);
  assert.equal((await write(shop.store, product)).status, 401);
  const answers = await Promise.all(Array.from({ length: 12 }, () => write(client, other.id)));
  const tally = answers.map(({ status }) => status).sort();
  assert.deepEqual([...new Set(tally)], [200, 429]);
  assert.equal(tally.filter((status) => status === 200).length, 9);
  await shop.query("update plugin_product_reviews.writing set hour = hour - interval '2 days'");
  await shop.runJob("product-reviews:forget");
  assert.equal((await write(client, other.id)).status, 200);
});

test("only the plugin writes the average, and moderation needs the permission", async () => {
  const { id: product } = await aProduct("Lamp");
  const cheated = await shop.admin.post(`/admin/products/${product}`, {
    custom_fields: { review_rating: 500 },
  });
  assert.equal(cheated.status, 400);
  const staff = { email: "packer@example.com", password: "parcels and tape" };
  const { user } = await done(shop.admin.post("/admin/users", staff));
  await done(shop.admin.post(`/admin/users/${user.id}/role`, { role_id: "fulfilment" }));
  const { access_token: token } = await done(shop.store.post("/admin/auth/token", staff));
  const asPacker = { authorization: `Bearer ${token}` };
  const { id } = await done(write(await shop.customer(), product));
  const published = await shop.store.post(`/admin/reviews/${id}`, { state: "published" }, asPacker);
  assert.equal(published.status, 403);
  assert.equal((await shop.store.get("/admin/reviews", asPacker)).status, 403);
  assert.equal((await shop.store.get("/admin/reviews")).status, 401);
  assert.equal((await moderate(999_999, "published")).status, 404);
  assert.equal((await moderate(id, "pending")).status, 400);
  const { reviews } = await done(shop.admin.get(`/admin/reviews?state=pending&product_id=${product}`));
  assert.deepEqual([reviews.length, reviews[0].product_title], [1, "Lamp"]);
});

test("the reviews of a person are exported, and erased with the person", async () => {
  const { id: product } = await aProduct("Flag");
  const client = await shop.customer("gone@example.com");
  const { customer } = await done(client.get("/store/customers/me"));
  await done(moderate((await done(write(client, product))).id, "published"));
  const { personal_data: data } = await done(shop.admin.get(`/admin/customers/${customer.id}/personal-data`));
  assert.equal(data["product-reviews.review"][0].body, "Dry in a storm");
  await done(shop.admin.post(`/admin/customers/${customer.id}/erase`, {}));
  await shop.waitForEvents();
  assert.deepEqual((await shownOf(product)).reviews, []);
  assert.deepEqual(await fieldsOf(product), { review_rating: null, review_count: 0 });
  const left = await shop.query("select from plugin_product_reviews.review where customer_id = $1", [
    customer.id,
  ]);
  assert.equal(left.length, 0);
});

test("the merchant and the customer get mails in plain text, in the language of the settings", async () => {
  const { id: product } = await aProduct("Anchor");
  const { id } = await done(
    write(await shop.customer("mail@example.com"), product, { text: "<b>heavy</b>" }),
  );
  const toMerchant = await mailAbout("Anchor");
  assert.match(toMerchant, /^To: merchant@example\.com\r$/m);
  assert.match(toMerchant, /^Subject: Eine Bewertung von Anchor wartet\r$/m);
  assert.match(toMerchant, /^Content-Type: text\/plain/m);
  assert.match(toMerchant, /<b>heavy<\/b>/);
  await done(moderate(id, "published", "Gern"));
  const toCustomer = await mailAbout("Ihre Bewertung von Anchor");
  assert.match(toCustomer, /^To: mail@example\.com\r$/m);
});

test("subscribers and jobs have no errors", async () => {
  await shop.waitForEvents();
  await shop.runJobs();
});
