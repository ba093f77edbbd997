import { deflateSync } from "node:zlib";
import { describe, expect } from "vitest";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aPackedOrder, orderIn } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { adminCookie, PNG, uploaded } from "../support/factories/uploads.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: ReturnPlace;
const { it, shop } = withShop(() => startShop());
it.beforeAll(async () => {
  place = await aReturnPlace(shop, { tax_rate: 10 });
});

const anOrder = (details: object = {}) => aPackedOrder(shop, { place, ...details });
const at = ({ id }: { id: string }, rest = "") => `/admin/orders/${id}/papers${rest}`;
const issue = (order: { id: string }, body: object = { kind: "invoice" }) => shop.admin.post(at(order), body);
const contentOf = async (id: string) => {
  const text = "select content from tradewind.order_paper where id = $1";
  const [row] = await shop.db.run<{ content: Record<string, unknown> }>({ text, values: [id] });
  return row!.content;
};
const numbers = async (): Promise<number[]> => {
  const text = "select number from tradewind.order_paper where kind = 'invoice' order by number";
  return (await shop.db.run<{ number: number }>({ text, values: [] })).map(({ number }) => number);
};
const pdfOf = async (path: string) => {
  const { status, headers, ...answer } = await fetch(shop.baseUrl + path, {
    headers: { cookie: adminCookie(shop) },
  }).then(async (got) => ({ status: got.status, headers: got.headers, text: await got.text() }));
  return { status, type: headers.get("content-type"), head: answer.text.slice(0, 5) };
};
/** Checksums are not looked at. */
const chunk = (name: string, data: Buffer, length = data.length) => {
  const size = Buffer.alloc(4);
  size.writeInt32BE(length);
  return Buffer.concat([size, Buffer.from(name), data, Buffer.alloc(4)]);
};
interface OddPng {
  width?: number;
  height?: number;
  /** Null: it has none at all. */
  pixels?: Buffer | null;
  extra?: Buffer;
}
/** A picture of one transparent pixel, unless the test says otherwise. */
const aPng = ({ width = 1, height = 1, pixels = Buffer.alloc(5), extra = Buffer.alloc(0) }: OddPng) => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const data = pixels === null ? Buffer.alloc(0) : chunk("IDAT", deflateSync(pixels));
  return Buffer.concat([
    PNG.subarray(0, 8),
    chunk("IHDR", head),
    extra,
    data,
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
const isPdf = { status: 200, type: "application/pdf", head: "%PDF-" };

describe("an invoice", () => {
  it("is issued once, with lines, discounts, shipping, taxes by rate, gift cards and payments", async () => {
    const { code } = await aDiscount(shop, place.id, {
      rule: { type: "fixed", value: 300, allocation: "total" },
    });
    const card = await aGiftCard(shop, place.id, { value: 500 });
    const order = await anOrder({ discounts: [{ code }], giftCards: [{ code: card.code }] });
    const [one, other] = await Promise.all([issue(order), issue(order)]);
    expect(one.body.paper).toMatchObject({ order_id: order.id, kind: "invoice", refund_id: null });
    expect(other.body.paper.id).toBe(one.body.paper.id);
    const shown = orderIn(await shop.admin.get(`/admin/orders/${order.id}`));
    const content = await contentOf(one.body.paper.id);
    expect(content).toMatchObject({
      order_number: order.display_id,
      lines: [{ quantity: 3, net: 3000, rates: [10] }],
      discount: { codes: [code], net: 300 },
      shipping: { net: 500 },
      taxes: [{ rate: 10, net: 3200, tax: 320 }],
      total: 3520,
      gift_cards: 3520 - shown.total,
      payments: [{ amount: shown.total, captured_at: expect.any(String) }],
    });
    // What happens to the order later does not change it.
    await shop.admin.post(`/admin/orders/${order.id}/refund`, { amount: 100, reason: "other" });
    expect(await contentOf((await issue(order)).body.paper.id)).toEqual(content);
    expect((await shop.admin.get(at(order))).body.papers).toHaveLength(1);
  });

  it("has a number without gaps, also among many at once and after refused ones", async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(() => anOrder()));
    const before = (await numbers()).length;
    const unknown = issue({ id: "order_unknown" });
    const answers = await Promise.all([...orders.map((order) => issue(order)), unknown]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404]);
    const given = await numbers();
    expect(given).toHaveLength(before + 4);
    expect(given.at(-1)! - given[0]!).toBe(given.length - 1);
  });

  it.each(["en", "de"])("is a PDF document in %s", async (language) => {
    const order = await anOrder();
    await shop.admin.post(`/admin/orders/${order.id}`, {
      billing_address: { first_name: "Ελένη", last_name: "Чехова", city: "Łódź" },
    });
    const { body } = await issue(order);
    expect(await pdfOf(`${at(order, `/${body.paper.id}/pdf`)}?language=${language}`)).toEqual(isPdf);
    for (const kind of ["packing-slip", "return-form"])
      expect(await pdfOf(`/admin/orders/${order.id}/${kind}/pdf?language=${language}`)).toEqual(isPdf);
  });

  it("is refused for a canceled order, a wrong kind and another language", async () => {
    const order = await anOrder();
    expect((await issue(order, { kind: "bill" })).body.message).toContain("kind");
    expect((await issue(order, { kind: "credit_note" })).body.message).toContain("refund_id");
    expect((await issue(order, { kind: "credit_note", refund_id: "ref_unknown" })).status).toBe(404);
    expect((await pdfOf(`/admin/orders/${order.id}/return-form/pdf?language=fr`)).status).toBe(400);
    const { body } = await issue(order);
    const other = await anOrder();
    expect((await pdfOf(at(other, `/${body.paper.id}/pdf`))).status).toBe(404);
    await shop.db.run({ text: `update "order" set status = 'canceled' where id = $1`, values: [other.id] });
    expect((await issue(other)).status).toBe(400);
    expect((await shop.admin.get(at(other))).body.papers).toEqual([]);
  });

  it("needs the permission for orders", async () => {
    const order = await anOrder();
    const { client } = await aMemberWith(shop, await aRole(shop, "orders:read"));
    expect(await client.post(at(order), { kind: "invoice" })).toMatchObject(lacking("orders:write"));
    expect((await client.get(`/admin/orders/${order.id}/packing-slip/pdf`)).status).toBe(200);
  });
});

describe("a credit note", () => {
  it("names the pieces of its refund and the invoice, with the tax that went back", async () => {
    const order = await anOrder();
    const invoice = (await issue(order)).body.paper;
    const items = [{ item_id: order.lineId, quantity: 1 }];
    const refund = { items, shipping_amount: 550, restock: false, reason: "other", note: "Late" };
    const { refunds } = orderIn(await shop.admin.post(`/admin/orders/${order.id}/line-refunds`, refund));
    const { body } = await issue(order, { kind: "credit_note", refund_id: refunds[0].id });
    expect(body.paper.shown_number).toMatch(/CN-\d+$/);
    expect(await contentOf(body.paper.id)).toMatchObject({
      lines: [{ quantity: 1, net: 1000 }],
      shipping: { net: 500 },
      taxes: [{ rate: 10, net: 1500, tax: 150 }],
      total: 1650,
      credit: { invoice_number: invoice.shown_number, note: "Late" },
    });
    expect(await pdfOf(at(order, `/${body.paper.id}/pdf`))).toEqual(isPdf);
  });

  it("adds up where a gift card paid a part, and where a part went back before", async () => {
    const card = await aGiftCard(shop, place.id, { value: 3000 });
    const order = await anOrder({ giftCards: [{ code: card.code }] });
    const shown = orderIn(await shop.admin.get(`/admin/orders/${order.id}`));
    const lump = { amount: 100, reason: "discount" };
    await shop.admin.post(`/admin/orders/${order.id}/refund`, lump);
    const items = [{ item_id: order.lineId, quantity: 3 }];
    const { refunds } = orderIn(
      await shop.admin.post(`/admin/orders/${order.id}/line-refunds`, {
        items,
        shipping_amount: 550,
        restock: false,
        reason: "other",
      }),
    );
    const refund = refunds.find(({ amount }: { amount: number }) => amount !== lump.amount);
    expect(refund.amount).toBe(shown.total - lump.amount);
    const { body } = await issue(order, { kind: "credit_note", refund_id: refund.id });
    expect(await contentOf(body.paper.id)).toMatchObject({
      lines: [{ net: 3000 }],
      shipping: { net: 500 },
      taxes: [{ rate: 10, net: 3500, tax: 350 }],
      total: 3850,
      gift_cards: 3850 - shown.total,
      credit: { refunded_before: lump.amount },
    });
    expect(await pdfOf(at(order, `/${body.paper.id}/pdf`))).toEqual(isPdf);
  });

  it("of an amount has the taxes of the order, in proportion", async () => {
    const order = await anOrder();
    const answer = await shop.admin.post(`/admin/orders/${order.id}/refund`, {
      amount: 385,
      reason: "discount",
    });
    const [refund] = orderIn(answer).refunds;
    const { body } = await issue(order, { kind: "credit_note", refund_id: refund.id });
    expect(await contentOf(body.paper.id)).toMatchObject({
      lines: [],
      taxes: [{ rate: 10, net: 350, tax: 35 }],
      total: 385,
    });
  });
});

describe("what the shop prints about itself", () => {
  const details = (body: object, client = shop.admin) => client.post("/admin/shop-details", body);

  it("is saved, and on the next invoice", async () => {
    const { body } = await details({
      legal_name: "Skerry ApS",
      city: " Tórshavn ",
      country_code: "FO",
      phone: "",
    });
    expect(body.shop_details).toMatchObject({
      legal_name: "Skerry ApS",
      city: "Tórshavn",
      country_code: "fo",
      phone: null,
      logo_url: null,
    });
    await details({ invoice_prefix: "R-", first_invoice_number: 1042 });
    const { paper } = (await issue(await anOrder())).body;
    expect(paper.shown_number).toBe("R-1042");
    expect(await contentOf(paper.id)).toMatchObject({
      seller: { legal_name: "Skerry ApS", city: "Tórshavn" },
    });
    await details({ first_invoice_number: 1 });
    expect((await issue(await anOrder())).body.paper.shown_number).toBe("R-1043");
  });

  it("has a logo that is a picture", async () => {
    const logo = await uploaded(shop, { name: "logo.png", content: aPng({}) });
    const broken = Buffer.concat([PNG.subarray(0, 20), Buffer.from("and then nothing of a picture")]);
    for (const content of ["no picture", broken]) {
      const { key } = await uploaded(shop, { name: "logo.png", content });
      expect((await details({ logo_key: key })).body.message).toContain("logo_key");
    }
    expect((await details({ logo_key: "uploads/none.png" })).status).toBe(400);
    const { body } = await details({ logo_key: logo.key });
    expect(body.shop_details.logo_url).toContain(logo.key.split("/").at(-1));
    expect(await pdfOf(`/admin/orders/${(await anOrder()).id}/packing-slip/pdf`)).toEqual(isPdf);
    await details({ logo_key: null });
  });

  it.each<[why: string, picture: () => Buffer, message: string]>([
    [
      "takes gigabytes of memory when it is unpacked",
      () => aPng({ pixels: Buffer.alloc(40_000_000) }),
      "broken",
    ],
    ["says that it is huge", () => aPng({ width: 60_000, height: 60_000 }), "pixels"],
    ["has less than no pixels", () => aPng({ width: 2 ** 32 - 1, height: 2 ** 32 - 1 }), "pixels"],
    ["has a row with an unknown filter", () => aPng({ pixels: Buffer.alloc(5, 9) }), "broken"],
    ["has fewer pixels than it says", () => aPng({ width: 9 }), "broken"],
    ["has no pixels", () => aPng({ pixels: null }), "broken"],
    [
      "has a part that ends before it begins",
      () => aPng({ extra: chunk("teXt", Buffer.alloc(0), -12) }),
      "broken",
    ],
    ["moves", () => aPng({ extra: chunk("fcTL", Buffer.alloc(26)) }), "broken"],
  ])("has no logo that %s", async (_, picture, message) => {
    const { key } = await uploaded(shop, { name: "logo.png", content: picture(), type: "image/png" });
    const { status, body } = await details({ logo_key: key });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await shop.admin.get("/admin/shop-details")).body.shop_details.logo_key).toBeNull();
  });

  it("is refused with a wrong country, a long prefix or without the permission", async () => {
    expect((await details({ country_code: "Denmark" })).body.message).toContain("country_code");
    expect((await details({ invoice_prefix: "x".repeat(21) })).body.message).toContain("invoice_prefix");
    expect((await details({ first_invoice_number: 0 })).body.message).toContain("first_invoice_number");
    const { client } = await aMemberWith(shop, await aRole(shop, "orders:read"));
    expect(await details({ city: "x" }, client)).toMatchObject(lacking("settings:write"));
    expect((await client.get("/admin/shop-details")).status).toBe(200);
  });
});
