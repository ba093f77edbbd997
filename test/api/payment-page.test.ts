import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aDraft, readDraft, type ShownDraft } from "../support/factories/draft-orders.ts";
import { aPackedOrder } from "../support/factories/orders.ts";
import { aPaymentLink, ordersOf, sendForm, totalIn } from "../support/factories/payment-links.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwap, swapIn } from "../support/factories/swaps.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { ScriptedPayment } from "../support/services/scripted-payment.ts";

const service = Object.assign(new ScriptedPayment(), {
  payPage: {
    script: "https://pay.example/fields.js",
    origins: ["https://pay.example"],
    start: "(data, page) => ({ confirm: async () => null })",
    dataFor: ({ amount }: Record<string, unknown>) => ({ amount }),
  },
});
let place: ReturnPlace;
let serviced: ReturnPlace;
let coat: string;

const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(service);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aReturnPlace(shop);
  serviced = await aReturnPlace(shop, { payment_providers: ["scripted"] });
  coat = await aSoldVariant(shop, { price: 2500 });
});
it.beforeEach(() => service.reset());

const street = {
  first_name: "Ada",
  last_name: "Byron",
  address_1: "Low Street 1",
  postal_code: "10115",
  city: "Town",
};

/** A draft that lacks nothing but the payment. */
const aReadyDraft = (at: ReturnPlace = place, details: object = {}): Promise<ShownDraft> =>
  aDraft(
    shop.admin,
    {
      regionId: at.id,
      items: [{ variant_id: coat, quantity: 1 }],
      shipping: [{ option_id: at.optionId, price: 500 }],
    },
    { shipping_address: { ...street, country_code: at.countries[0] }, ...details },
  );

const rows = <Row>(text: string, ...values: unknown[]) => shop.db.run<Row>({ text, values });

/** The tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await shop.db.run<{ name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'tradewind')`,
    values: [],
  });
  const found = tables.map(async ({ name }) => {
    const query = `select 1 from ${name} each where each::text like '%' || $1 || '%' limit 1`;
    return (await shop.db.run({ text: query, values: [text] })).length > 0 ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}

const open = (path: string) => shop.visitor().get(path);
const payManually = (path: string, total: number, client = shop.visitor()) =>
  sendForm(client, path, { step: "pay", provider_id: "manual", total });

describe("a link to pay a draft order", () => {
  it("shows the goods and the total, and paying makes an order of the draft", async () => {
    const draft = await aReadyDraft();
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const { status, body: html, headers } = await open(path);
    expect(status).toBe(200);
    expect(totalIn(html)).toBe(draft.cart.total);
    expect(html).toContain("Low Street 1");
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
    const done = await payManually(path, totalIn(html));
    expect(done.body).toContain("Thank you");
    const paid = await readDraft(shop.admin, draft.id);
    expect(paid).toMatchObject({ status: "completed", order_id: expect.any(String) });
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 1, payments: 1 });
    expect((await open(path)).body).toContain("Thank you");
  });

  it.each([
    ["without taxes where prices have none", false, "7.00"],
    ["with taxes where prices have them", true, "7.70"],
  ])("names the prices of shipping %s", async (_, includes_tax, price) => {
    const at = await aReturnPlace(shop, { tax_rate: 10, includes_tax });
    await anOption(shop, at.id, { name: "By bike", amount: 700 });
    await anOption(shop, at.id, { name: "By hand", amount: 0 });
    const items = [{ variant_id: coat, quantity: 1 }];
    const address = { shipping_address: { ...street, country_code: at.countries[0] } };
    const draft = await aDraft(shop.admin, { regionId: at.id, items }, address);
    const { body: html } = await open(await aPaymentLink(shop.admin, draft.cart_id));
    const priceOf = (name: string) => new RegExp(`<span>${name}</span><span>([^<]*)</span>`).exec(html)?.[1];
    expect(priceOf("By bike")).toContain(price);
    expect(priceOf("By hand")).toBe("free");
  });

  it("speaks German to a German browser", async () => {
    const path = await aPaymentLink(shop.admin, (await aReadyDraft()).cart_id);
    const german = shop.visitor().with({ "accept-language": "de-DE,de;q=0.9,en;q=0.5" });
    const { body: html } = await german.get(path);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("Lieferadresse");
  });

  it("asks for the address and the shipping where they are missing", async () => {
    const items = [{ variant_id: coat, quantity: 1 }];
    const draft = await aDraft(shop.admin, { regionId: place.id, items });
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const visitor = shop.visitor();
    const first = await visitor.get(path);
    expect(first.body).toContain("Where shall we send it?");
    const country_code = /<option value="(\w\w)"/.exec(first.body)![1]!;
    const refused = await sendForm(visitor, path, { step: "address", ...street, city: " ", country_code });
    expect(refused).toMatchObject({ status: 400, body: expect.stringContaining("City is needed.") });
    expect(refused.body).toContain('value="Low Street 1"');
    const second = await sendForm(visitor, path, { step: "address", ...street, country_code });
    expect(second.body).toContain("How shall we send it?");
    const option_id = /name="option_id" value="([^"]+)"/.exec(second.body)![1]!;
    const third = await sendForm(visitor, path, { step: "shipping", option_id });
    expect(totalIn(third.body)).toBe(draft.cart.total + 550);
    expect((await payManually(path, totalIn(third.body), visitor)).body).toContain("Thank you");
  });

  it("is paid once, by two tabs and the merchant at the same time", async () => {
    const draft = await aReadyDraft();
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    await Promise.all([
      payManually(path, draft.cart.total),
      payManually(path, draft.cart.total),
      shop.admin.post(`/admin/draft-orders/${draft.id}/pay`),
      payManually(path, draft.cart.total),
    ]);
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 1, payments: 1 });
    expect((await open(path)).body).toContain("Thank you");
  });

  it("takes no other amount than the customer saw", async () => {
    const draft = await aReadyDraft();
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const seen = totalIn((await open(path)).body);
    await shop.admin.post(`/admin/draft-orders/${draft.id}/line-items/${draft.cart.items[0]!.id}`, {
      unit_price: 9900,
    });
    const { body: html, status } = await payManually(path, seen);
    expect(status).toBe(409);
    expect(html).toContain("The amount has changed");
    const free = await payManually(path, 0);
    expect(free.status).toBe(409);
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 0, payments: 0 });
  });

  it("that was revoked, replaced or is over opens nothing", async () => {
    const draft = await aReadyDraft();
    const first = await aPaymentLink(shop.admin, draft.cart_id);
    const second = await aPaymentLink(shop.admin, draft.cart_id);
    expect((await open(first)).status).toBe(410);
    expect((await open(second)).status).toBe(200);
    await shop.db.run({
      text: "update tradewind.payment_link set expires_at = now() - interval '1 minute' where cart_id = $1",
      values: [draft.cart_id],
    });
    expect((await payManually(second, draft.cart.total)).status).toBe(410);
    const third = await aPaymentLink(shop.admin, draft.cart_id);
    await shop.admin.delete(`/admin/payment-links/${draft.cart_id}`);
    expect((await payManually(third, draft.cart.total)).status).toBe(410);
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 0 });
    const { body } = await shop.admin.get(`/admin/payment-links/${draft.cart_id}`);
    expect(body.payment_link).toBeNull();
  });

  it("of a deleted draft opens nothing, and a paid draft gets no link", async () => {
    const gone = await aReadyDraft();
    const path = await aPaymentLink(shop.admin, gone.cart_id);
    await shop.admin.delete(`/admin/draft-orders/${gone.id}`);
    expect([404, 410]).toContain((await open(path)).status);
    const paid = await aReadyDraft();
    await shop.admin.post(`/admin/draft-orders/${paid.id}/pay`);
    const { status, body } = await shop.admin.post("/admin/payment-links", { cart_id: paid.cart_id });
    expect({ status, message: body.message }).toMatchObject({
      status: 400,
      message: expect.stringContaining("paid already"),
    });
  });

  it("is made by users who may write orders", async () => {
    const draft = await aReadyDraft();
    const { client } = await aMemberWith(shop, await aRole(shop, "orders:read"));
    expect(await client.get(`/admin/payment-links/${draft.cart_id}`)).toMatchObject(lacking("orders:write"));
    expect(await client.post("/admin/payment-links", { cart_id: draft.cart_id })).toMatchObject(
      lacking("orders:write"),
    );
  });

  it("is in no row of the database: who reads a backup can open nothing", async () => {
    const draft = await aReadyDraft();
    const headers = { "idempotency-key": "one link" };
    const { body } = await shop.admin.post("/admin/payment-links", { cart_id: draft.cart_id }, { headers });
    const path = new URL(body.payment_link.url).pathname;
    await payManually(path, 1);
    expect(await tablesWith(path.split(".").at(-1)!)).toEqual([]);
  });

  it("cannot be sent by a shop without mails", async () => {
    const { cart_id } = await aReadyDraft();
    const { status, body } = await shop.admin.post("/admin/payment-links", { cart_id, send: true });
    expect({ status, message: body.message }).toMatchObject({
      status: 400,
      message: expect.stringContaining("no provider for mails"),
    });
  });
});

describe("an attack on the page", () => {
  it("with a changed signature, or the id of another link, opens nothing and is slowed down", async () => {
    const [mine, other] = [await aReadyDraft(), await aReadyDraft()];
    const path = await aPaymentLink(shop.admin, mine.cart_id);
    const [, signature] = path.split(".");
    const otherId = (await aPaymentLink(shop.admin, other.cart_id)).split(".")[0]!;
    for (const forged of [`${otherId}.${signature}`, path.slice(0, -2), `${path}x`, "/pay/.", "/pay/x"]) {
      expect((await open(forged)).status).toBe(404);
    }
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 400 && !statuses.has(429); attempt++) {
      statuses.add((await open(`${path}${attempt}`)).status);
    }
    expect(statuses).toContain(429);
    expect((await open(path)).status).toBe(200);
  });

  it("with scripts in titles and names shows them as text", async () => {
    const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
    const draft = await aDraft(
      shop.admin,
      {
        regionId: place.id,
        items: [{ title: evil, unit_price: 100, quantity: 1 }],
        shipping: [],
      },
      { shipping_address: { ...street, first_name: evil, country_code: place.countries[0] } },
    );
    const { body: html } = await open(await aPaymentLink(shop.admin, draft.cart_id));
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;script&gt;");
  });

  it("with a form of another site, no form, or a large one changes nothing", async () => {
    const draft = await aReadyDraft();
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const raw = `step=pay&provider_id=manual&total=${draft.cart.total}`;
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const visitor = shop.visitor();
    const foreign = await visitor.post(path, undefined, {
      raw,
      headers: { ...type, "sec-fetch-site": "cross-site" },
    });
    expect(foreign.status).toBe(400);
    expect((await visitor.post(path, { step: "pay" })).status).toBe(400);
    const large = await visitor.post(path, undefined, {
      raw: `${raw}&x=${"x".repeat(20_000)}`,
      headers: type,
    });
    expect(large.status).toBe(413);
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 0 });
  });

  it("with a provider, an option or a country that is not offered changes nothing", async () => {
    const draft = await aReadyDraft();
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const total = draft.cart.total;
    for (const provider_id of ["system", "scripted", ""]) {
      const { status } = await sendForm(shop.visitor(), path, { step: "pay", provider_id, total });
      expect(status).toBe(400);
    }
    const items = [{ variant_id: coat, quantity: 1 }];
    const bare = await aDraft(shop.admin, { regionId: place.id, items });
    const other = await aPaymentLink(shop.admin, bare.cart_id);
    const foreign = await sendForm(shop.visitor(), other, { step: "address", ...street, country_code: "zz" });
    expect(foreign.status).toBe(400);
    expect((await payManually(other, bare.cart.total)).status).toBe(400);
    expect(await ordersOf(shop, bare.cart_id)).toMatchObject({ orders: 0 });
  });

  it("does not replace the address that the merchant entered", async () => {
    const draft = await aReadyDraft();
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    await sendForm(shop.visitor(), path, {
      step: "address",
      ...street,
      address_1: "Elsewhere",
      country_code: place.countries[0],
    });
    const { cart } = await readDraft(shop.admin, draft.id);
    expect(cart.shipping_address).toMatchObject({ address_1: "Low Street 1" });
  });
});

describe("a payment that was declined", () => {
  it("counts: the page is no place to try out cards", async () => {
    const draft = await aReadyDraft(serviced);
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const fields = { provider_id: "scripted", total: draft.cart.total };
    await sendForm(shop.visitor(), path, { step: "pay", ...fields });
    service.answer = "error";
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 100 && !statuses.includes(429); attempt++)
      statuses.push((await sendForm(shop.visitor(), path, { step: "finish", ...fields })).status);
    expect(statuses[0]).toBe(400);
    expect(statuses).toContain(429);
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 0 });
  });
});

describe("a payment that the service authorizes while the merchant settles", () => {
  it("is let go when the draft was marked as paid", async () => {
    const draft = await aReadyDraft(serviced);
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const fields = { provider_id: "scripted", total: draft.cart.total };
    await sendForm(shop.visitor(), path, { step: "pay", ...fields });
    service.meanwhile = async () => {
      service.meanwhile = async () => {};
      expect((await shop.admin.post(`/admin/draft-orders/${draft.id}/pay`)).status).toBe(200);
    };
    const done = await sendForm(shop.visitor(), path, { step: "finish", ...fields });
    expect(done.body).toContain("Thank you");
    expect(service.asked.slice(-2)).toEqual(["authorize", "cancel"]);
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 1, payments: 1 });
  });

  it("is let go when the difference of the swap was waived", async () => {
    const order = await aPackedOrder(shop, { place: serviced });
    const { id, cart_id } = await aSwap(shop, order, { variantId: coat });
    const at = `/admin/orders/${order.id}/swaps/${id}`;
    await shop.admin.post(`${at}/shipping-methods`, { option_id: serviced.optionId, price: 0 });
    const path = await aPaymentLink(shop.admin, cart_id);
    const fields = { provider_id: "scripted", total: totalIn((await open(path)).body) };
    await sendForm(shop.visitor(), path, { step: "pay", ...fields });
    service.meanwhile = async () => {
      service.meanwhile = async () => {};
      expect((await shop.admin.post(`${at}/confirm`, { settlement: "waived" })).status).toBe(200);
    };
    await sendForm(shop.visitor(), path, { step: "finish", ...fields });
    expect(service.asked.slice(-2)).toEqual(["authorize", "cancel"]);
    expect(await swapIn(shop.admin, { order_id: order.id, id } as never)).toMatchObject({
      payment_status: "confirmed",
      difference_due: 0,
    });
  });

  it("is kept when another tab has placed the order with it", async () => {
    const draft = await aReadyDraft(serviced);
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const fields = { provider_id: "scripted", total: draft.cart.total };
    await sendForm(shop.visitor(), path, { step: "pay", ...fields });
    service.meanwhile = async () => {
      service.meanwhile = async () => {};
      const other = await sendForm(shop.visitor(), path, { step: "finish", ...fields });
      expect(other.body).toContain("Thank you");
    };
    await sendForm(shop.visitor(), path, { step: "finish", ...fields });
    expect(service.asked).not.toContain("cancel");
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 1, payments: 1 });
  });
});

describe("a payment service that needs a script", () => {
  it("brings it to the page, and the draft becomes an order when the customer has paid", async () => {
    const draft = await aReadyDraft(serviced);
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const fields = { provider_id: "scripted", total: draft.cart.total };
    const page = await sendForm(shop.visitor(), path, { step: "pay", ...fields });
    expect(page.body).toContain('src="https://pay.example/fields.js"');
    expect(page.headers.get("content-security-policy")).toContain("connect-src https://pay.example");
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 0 });
    service.answer = "pending";
    const waiting = await sendForm(shop.visitor(), path, { step: "finish", ...fields });
    expect(waiting.body).toContain("is being processed");
    service.answer = "authorized";
    const done = await sendForm(shop.visitor(), path, { step: "finish", ...fields });
    expect(done.body).toContain("Thank you");
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 1, payments: 1 });
  });

  it("that declines leaves the draft open, and the customer can try again", async () => {
    const draft = await aReadyDraft(serviced);
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const fields = { provider_id: "scripted", total: draft.cart.total };
    await sendForm(shop.visitor(), path, { step: "pay", ...fields });
    service.answer = "error";
    const declined = await sendForm(shop.visitor(), path, { step: "finish", ...fields });
    expect(declined).toMatchObject({ status: 400, body: expect.stringContaining("was declined") });
    expect(await readDraft(shop.admin, draft.id)).toMatchObject({ status: "open" });
  });

  it("does not charge a customer whose draft is marked as paid meanwhile", async () => {
    const draft = await aReadyDraft(serviced);
    const path = await aPaymentLink(shop.admin, draft.cart_id);
    const fields = { provider_id: "scripted", total: draft.cart.total };
    await sendForm(shop.visitor(), path, { step: "pay", ...fields });
    service.meanwhile = async () => {
      service.meanwhile = async () => {};
      await shop.admin.post(`/admin/draft-orders/${draft.id}/pay`);
    };
    const done = await sendForm(shop.visitor(), path, { step: "finish", ...fields });
    expect(done.body).toContain("Thank you");
    expect(await ordersOf(shop, draft.cart_id)).toMatchObject({ orders: 1, payments: 1 });
    expect(service.asked).toContain("deleteSession");
  });
});

describe("a link to pay the difference of a swap", () => {
  it("confirms the swap, and the goods can be sent", async () => {
    const order = await aPackedOrder(shop, { place });
    const swap = await aSwap(shop, order, { variantId: coat });
    const at = `/admin/orders/${order.id}/swaps/${swap.id}`;
    await shop.admin.post(`${at}/shipping-methods`, { option_id: place.optionId, price: 0 });
    const path = await aPaymentLink(shop.admin, swap.cart_id);
    const { body: html } = await open(path);
    expect(html).toContain("Your exchange");
    // Which size comes back, and that it does.
    const [sold] = await rows<{ title: string; variant: string }>(
      `select line.title, variant.title as variant from line_item line
        join product_variant variant on variant.id = line.variant_id where line.order_id = $1`,
      order.id,
    );
    expect(html).toContain(`Returned: 1 × ${sold!.title}<br><small>${sold!.variant}</small>`);
    const done = await payManually(path, totalIn(html));
    expect(done.body).toContain("Your exchange is confirmed.");
    expect(await swapIn(shop.admin, swap)).toMatchObject({
      difference_due: totalIn(html),
      payment_status: "awaiting",
    });
    expect((await shop.admin.post(`${at}/fulfillments`)).status).toBe(200);
  });

  it("and the merchant who waives it at the same time: confirmed once, paid at most once", async () => {
    const order = await aPackedOrder(shop, { place });
    const swap = await aSwap(shop, order, { variantId: coat });
    const at = `/admin/orders/${order.id}/swaps/${swap.id}`;
    await shop.admin.post(`${at}/shipping-methods`, { option_id: place.optionId, price: 0 });
    const path = await aPaymentLink(shop.admin, swap.cart_id);
    const total = totalIn((await open(path)).body);
    await Promise.all([
      payManually(path, total),
      shop.admin.post(`${at}/confirm`, { settlement: "waived" }),
      payManually(path, total),
    ]);
    const { difference_due, payment } = await swapIn(shop.admin, swap);
    expect(payment ? payment.amount : 0).toBe(difference_due);
    expect((await ordersOf(shop, swap.cart_id)).payments).toBeLessThanOrEqual(1);
  });
});
