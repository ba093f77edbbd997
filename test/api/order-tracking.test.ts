import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import {
  anExchange,
  packs,
  path,
  readOrder,
  type ShownFulfillment,
  shownOrderIn,
} from "../support/factories/fulfillments.ts";
import { anOrder, type PlacedOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole, lacking } from "../support/factories/team.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { MailServer } from "../support/services/mail-server.ts";
import { until } from "../support/time/until.ts";

const mails = new MailServer();
let place: Place;
let optionId: string;
let variantId: string;
const { it, shop } = withShop(
  async () =>
    startShop({
      TRADEWIND_SMTP_URL: await mails.start(),
      TRADEWIND_MAIL_FROM: "shop@tradewind.example",
    }),
  () => mails.stop(),
);
it.beforeAll(async () => {
  place = await aPlace(shop);
  optionId = (await anOption(shop, place.id)).id;
  variantId = await aSoldVariant(shop);
});

const buy = (email: string) => anOrder(shop.visitor(), { place, variantId, quantity: 3, optionId, email });

async function pack(order: PlacedOrder): Promise<ShownFulfillment> {
  const packed = packs([order.items[0]!.id, 1]);
  const { fulfillments } = shownOrderIn(await shop.admin.post(path(order.id, "fulfillment"), packed));
  return fulfillments.find(({ shipped_at }) => shipped_at === null)!;
}

const ship = (order: PlacedOrder, body: object) => shop.admin.post(path(order.id, "shipment"), body);
const track = (order: { id: string }, id: string, body: object, client = shop.admin) =>
  client.post(path(order.id, `fulfillments/${id}/tracking`), body);

const link = (tracking_number: string, url?: string | null) => ({
  tracking_number,
  ...(url !== undefined && { url }),
});
const DHL = "https://carrier.example/follow?id=A-1";

const linksOf = async (order: { id: string }, id: string) =>
  (await readOrder(shop, order.id)).fulfillments
    .find((each) => each.id === id)!
    .tracking_links.map(({ tracking_number, url }) => ({ tracking_number, url }));

const mailsTo = (address: string): string[] =>
  mails.received
    .filter(({ to }) => to.includes(address))
    .map(({ content }) => content.replace(/=\r?\n/g, "").replaceAll("=3D", "="));

const eventsOf = async (id: string): Promise<string[]> => {
  const text =
    "select name from tradewind.event where entity_id = $1 and name like '%tracking%' order by seq";
  return (await shop.db.run<{ name: string }>({ text, values: [id] })).map(({ name }) => name);
};

describe("tracking numbers", () => {
  it("are added after the parcel left, and reach the customer", async () => {
    const order = await buy("late@example.com");
    const { id } = await pack(order);
    await ship(order, { fulfillment_id: id, tracking_numbers: [] });
    const answer = await track(order, id, { tracking_links: [link("A-1", DHL)] });
    expect(answer.status).toBe(200);
    expect(await linksOf(order, id)).toEqual([link("A-1", DHL)]);
    await until(() => mailsTo("late@example.com").some((mail) => mail.includes("Follow the parcel")));
    const mail = mailsTo("late@example.com").find((each) => each.includes("Follow the parcel"));
    expect(mail).toContain(`Tracking: A-1 ${DHL}`);
  });

  it("are corrected; the same ones again are no news", async () => {
    const order = await buy("wrong@example.com");
    const { id } = await pack(order);
    await ship(order, { fulfillment_id: id, tracking_numbers: ["WRONG", "STAYS"] });
    const corrected = { tracking_links: [link("STAYS"), link("RIGHT", null)], no_notification: true };
    await track(order, id, corrected);
    expect(await linksOf(order, id)).toEqual(
      expect.arrayContaining([link("STAYS", null), link("RIGHT", null)]),
    );
    expect(await linksOf(order, id)).toHaveLength(2);
    expect((await track(order, id, corrected)).status).toBe(200);
    expect(await eventsOf(order.id)).toEqual(["order.tracking_changed"]);
    await track(order, id, { tracking_links: [] });
    expect(await linksOf(order, id)).toEqual([]);
  });

  it("of a parcel that has not left come with the mail about the shipment", async () => {
    const order = await buy("before@example.com");
    const { id } = await pack(order);
    await track(order, id, { tracking_links: [link("B-2", "https://carrier.example/B-2")] });
    await ship(order, { fulfillment_id: id, tracking_numbers: [] });
    await until(() => mailsTo("before@example.com").some((mail) => mail.includes("is on its way")));
    expect(await linksOf(order, id)).toEqual([link("B-2", "https://carrier.example/B-2")]);
    const all = mailsTo("before@example.com");
    expect(all.filter((mail) => mail.includes("Follow the parcel"))).toEqual([]);
    expect(all.find((mail) => mail.includes("is on its way"))).toContain("B-2 https://carrier.example/B-2");
  });

  it.each(["swap", "claim"] as const)("of a %s are set by its fulfillment", async (kind) => {
    const order = await buy(`${kind}@example.com`);
    const { id } = await anExchange(shop, kind, {
      orderId: order.id,
      lines: [{ variantId, quantity: 1 }],
      optionId,
    });
    const after = shownOrderIn(await shop.admin.post(path(order.id, `${kind}s/${id}/fulfillments`), {}));
    const parcel = (kind === "swap" ? after.swaps : after.claims)[0]!.fulfillments[0]!;
    expect((await track(order, parcel.id, { tracking_links: [link("S-1")] })).status).toBe(200);
    expect(await eventsOf(id)).toEqual([`${kind}.tracking_changed`]);
  });

  it.each([
    ["no list", {}, "tracking_links"],
    ["an empty number", { tracking_links: [link("")] }, "tracking_number"],
    ["a link that is none", { tracking_links: [link("A", "javascript:alert(1)")] }, "url"],
    ["an unknown field", { tracking_links: [{ ...link("A"), carrier: "x" }] }, "carrier"],
  ])("are refused with %s", async (_, body, field) => {
    const order = await buy("refused@example.com");
    const { id } = await pack(order);
    const answer = await track(order, id, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(field);
    expect(await linksOf(order, id)).toEqual([]);
  });

  it("are refused for a parcel of another order, and for one that was unpacked", async () => {
    const [order, other] = [await buy("one@example.com"), await buy("two@example.com")];
    const { id } = await pack(order);
    expect((await track(other, id, { tracking_links: [link("A")] })).status).toBe(404);
    await shop.admin.post(path(order.id, `fulfillments/${id}/cancel`));
    const answer = await track(order, id, { tracking_links: [link("A")] });
    expect(answer).toMatchObject({ status: 400, body: { message: "Fulfillment has been canceled" } });
    expect(await linksOf(order, id)).toEqual([]);
  });

  it("need the permission for fulfillments", async () => {
    const order = await buy("role@example.com");
    const { id } = await pack(order);
    const { client } = await aMemberWith(shop, await aRole(shop, "orders:write", "fulfillments:read"));
    const answer = await track(order, id, { tracking_links: [link("A")] }, client);
    expect(answer).toMatchObject(lacking("fulfillments:write"));
  });
});
