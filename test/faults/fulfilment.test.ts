import { expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aHomeOption, aHomeRegion, theValue } from "../support/factories/checkout.ts";
import { aGuestOrder } from "../support/factories/orders.ts";
import { aVariantAtLocation } from "../support/factories/sold-products.ts";
import { withKillableServer } from "../support/fixtures/with-killable-server.ts";
import { adminOf } from "../support/servers/servers.ts";
import { Gate } from "../support/services/outside-world.ts";
import { ParcelService } from "../support/services/parcel-service.ts";
import { expireCarrierCalls } from "../support/time/passed-time.ts";

const STOCK = 10;
const BOUGHT = 3;

const service = new ParcelService();
const { it, db, server } = withKillableServer({
  environment: async () => ({
    TRADEWIND_PLUGINS: "./examples/plugin/parcel-service.mjs",
    PARCEL_SERVICE_URL: await service.start(),
    PARCEL_SERVICE_TOKEN: "parcels",
  }),
  cleanUp: () => service.stop(),
});

/** An order that the parcel service is to carry. */
async function anOrder(admin: Client) {
  const carrier = { provider_id: "parcel-service", data: { id: "standard" } };
  const regionId = await aHomeRegion(admin, { fulfillment_providers: ["parcel-service"] });
  const shippingOptionId = await aHomeOption(admin, regionId, carrier);
  const { variantId, itemId } = await aVariantAtLocation({ admin }, STOCK);
  const items = [{ variant_id: variantId, quantity: BOUGHT }];
  const order = await aGuestOrder(await server.visitor(), { regionId, shippingOptionId, items });
  return { ...order, itemId };
}

const levels = (itemId: string) =>
  db.run({
    text: `select stocked_quantity as stocked, reserved_quantity as reserved from inventory_level
      where inventory_item_id = $1`,
    values: [itemId],
  });

const calls = () => theValue({ db }, "select count(*) from tradewind.carrier_call");

async function untilSettled(): Promise<void> {
  while ((await calls()) !== 0) await new Promise((resolve) => setTimeout(resolve, 200));
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
  expect(await calls()).toBe(1);
  service.gate = null;
  gate.letGo();

  await expireCarrierCalls(db);
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
});
