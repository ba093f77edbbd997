import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import {
  anExchange,
  packs,
  path,
  type ShownFulfillment,
  shownOrderIn,
} from "../support/factories/fulfillments.ts";
import { anOrder, type PlacedOrder, setOrder } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { MailServer } from "../support/services/mail-server.ts";

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

/** One more piece is packed. */
async function pack(order: PlacedOrder, body: object = {}): Promise<ShownFulfillment> {
  const packed = { ...packs([order.items[0]!.id, 1]), ...body };
  const { fulfillments } = shownOrderIn(await shop.admin.post(path(order.id, "fulfillment"), packed));
  return fulfillments.find(({ shipped_at }) => shipped_at === null)!;
}

const ship = (order: PlacedOrder, body: object) => shop.admin.post(path(order.id, "shipment"), body);

/** All mails about parcels to an address, once one of them has the text. */
async function parcelsTo(address: string, words: string): Promise<string[]> {
  for (;;) {
    const told = mails.received
      .filter(({ to, content }) => to.includes(address) && content.includes("is on its way"))
      .map(({ content }) => content.replace(/=\r?\n/g, ""));
    if (told.some((content) => content.includes(words))) return told;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe("a customer", () => {
  it("gets a mail with the parcel and its tracking numbers", async () => {
    const order = await buy("parcel@example.com");
    await ship(order, { fulfillment_id: (await pack(order)).id, tracking_numbers: ["T-1", "T-2"] });
    const [mail] = await parcelsTo("parcel@example.com", "T-2");
    expect(mail).toContain(`Your order ${order.display_id} is on its way`);
    expect(mail).toContain("Tracking: T-1, T-2");
  });

  it("gets no mail where the shipment or the order has no_notification", async () => {
    const order = await buy("silent@example.com");
    const silent = { tracking_numbers: ["SILENT"], no_notification: true };
    await ship(order, { fulfillment_id: (await pack(order)).id, ...silent });
    await setOrder(shop, order.id, { no_notification: true });
    await ship(order, { fulfillment_id: (await pack(order)).id, tracking_numbers: ["QUIET"] });
    const { id } = await pack(order);
    await ship(order, { fulfillment_id: id, tracking_numbers: ["LOUD"], no_notification: false });
    // The mails of one order are sent in order: a mail that is missing now was never sent.
    const told = await parcelsTo("silent@example.com", "LOUD");
    expect(told).toHaveLength(1);
  });

  it.each(["swap", "claim"] as const)("gets a mail about the parcel of a %s", async (kind) => {
    const order = await buy(`${kind}@example.com`);
    const { id } = await anExchange(shop, kind, {
      orderId: order.id,
      lines: [{ variantId, quantity: 1 }],
      optionId,
    });
    const at = path(order.id, `${kind}s/${id}`);
    const after = shownOrderIn(await shop.admin.post(`${at}/fulfillments`, {}));
    const { fulfillments } = (kind === "swap" ? after.swaps : after.claims)[0]!;
    await shop.admin.post(`${at}/shipments`, {
      fulfillment_id: fulfillments[0]!.id,
      tracking_numbers: ["X-9"],
    });
    expect(await parcelsTo(`${kind}@example.com`, "X-9")).toHaveLength(1);
  });
});
