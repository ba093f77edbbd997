import { afterAll, beforeAll, expect, it } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { Gate } from "../support/cart-providers.ts";
import { aReadyCart, aVariantAtLocation, complete, theValue } from "../support/checkout.ts";
import type { Client } from "../support/client.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { KillableServer } from "../support/killable-server.ts";
import { ParcelService } from "../support/parcel-service.ts";
import { adminOf } from "../support/servers.ts";

const STOCK = 10;
const BOUGHT = 3;

const service = new ParcelService();
let database: TestDatabase;
let db: Db;
let server: KillableServer;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.url, poolSize: 2 });
  server = new KillableServer(database.url, {
    TRADEWIND_PLUGINS: "./examples/plugin/parcel-service.mjs",
    PARCEL_SERVICE_URL: await service.start(),
    PARCEL_SERVICE_TOKEN: "parcels",
  });
});
afterAll(async () => {
  await server.stop();
  await service.stop();
  await db.close();
  await database.drop();
  expect(server.faults).toEqual([]);
});

/** An order that the parcel service is to carry. */
async function anOrder(admin: Client) {
  const { body: region } = await admin.post("/admin/regions", {
    name: "Home",
    currency_code: "usd",
    tax_rate: 10,
    countries: ["us"],
    payment_providers: ["manual"],
    fulfillment_providers: ["parcel-service"],
  });
  const { body: option } = await admin.post("/admin/shipping-options", {
    name: "Parcel",
    region_id: region.region.id,
    provider_id: "parcel-service",
    data: { id: "standard" },
    price_type: "flat_rate",
    amount: 500,
  });
  const { variantId, itemId } = await aVariantAtLocation({ admin }, STOCK);
  const visitor = await server.visitor();
  const items = [{ variant_id: variantId, quantity: BOUGHT }];
  const cartId = await aReadyCart(visitor, { regionId: region.region.id }, { items });
  await visitor.post(`/store/carts/${cartId}/shipping-methods`, { option_id: option.shipping_option.id });
  const { body } = await complete(visitor, cartId);
  return { id: body.data.id as string, lineId: body.data.items[0].id as string, itemId };
}

const levels = (itemId: string) =>
  db.run({
    text: `select stocked_quantity as stocked, reserved_quantity as reserved from inventory_level
      where inventory_item_id = $1`,
    values: [itemId],
  });

const errands = () => theValue({ db }, "select count(*) from tradewind.carrier_call");

async function untilSettled(): Promise<void> {
  while ((await errands()) !== 0) await new Promise((resolve) => setTimeout(resolve, 200));
}

it("a shipment that was being booked when the server was killed is booked once, and in the books", async () => {
  const admin = await adminOf(await server.url());
  const order = await anOrder(admin);
  const gate = new Gate();
  service.gate = gate;
  const items = [{ item_id: order.lineId, quantity: BOUGHT }];
  const asking = admin.post(`/admin/orders/${order.id}/fulfillment`, { items }).catch(() => null);
  await gate.reached;
  await server.killAndRevive();
  expect(await asking).toBeNull();
  expect(await errands()).toBe(1);
  service.gate = null;
  gate.letGo();

  await untilSettled();
  const { body } = await (await adminOf(await server.url())).get(`/admin/orders/${order.id}`);
  const [fulfillment] = body.order.fulfillments;
  expect(body.order).toMatchObject({ fulfillment_status: "fulfilled", fulfillments: [fulfillment] });
  const [id, booked] = [...service.shipments][0]!;
  expect(service.shipments.size).toBe(1);
  expect(fulfillment).toMatchObject({ id, data: { number: booked.number, tracking: booked.tracking } });
  expect(await levels(order.itemId)).toEqual([{ stocked: STOCK - BOUGHT, reserved: 0 }]);
  const told = "select count(*) from tradewind.event where name = 'order.fulfillment_created'";
  expect(await theValue({ db }, told)).toBe(1);
}, 180_000);
