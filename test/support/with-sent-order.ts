import { ProviderRegistry } from "../../src/providers/registry.ts";
import { startShop } from "./app.ts";
import { handleOf } from "./handle.ts";
import { LedgerPayment } from "./ledger-payment.ts";
import { aSentOrder, type OrderOfOneLine } from "./orders.ts";
import { anOptionOf, aReturnPlace, type ReturnPlace, ScriptedCarrier } from "./returns.ts";
import { withShop } from "./with-shop.ts";

/** A region that takes goods back, and for each test a new order: three pieces for 10.00 each, 10 % tax, sent for 5.00. */
export function withSentOrder(start?: Parameters<typeof withShop>[0], region: Record<string, unknown> = {}) {
  let place: ReturnPlace | undefined;
  let order: OrderOfOneLine | undefined;
  const { it, shop } = withShop(start);
  it.beforeAll(async () => {
    place = await aReturnPlace(shop, region);
  });
  /** For tests that need another order than the usual one. */
  const replaceOrder = async (sold: Omit<Parameters<typeof aSentOrder>[1], "place">) => {
    order = await aSentOrder(shop, { place: place!, ...sold });
  };
  it.beforeEach(() => replaceOrder({}));
  return { it, shop, place: handleOf(() => place), order: handleOf(() => order), replaceOrder };
}

/** The same with a payment service and a carrier outside of the shop, and the id of an option of that carrier. */
export function withSentOrderOutside() {
  const providers = new ProviderRegistry();
  const carrier = new ScriptedCarrier();
  const ledger = new LedgerPayment();
  providers.fulfillment.add(carrier);
  providers.payment.add(ledger);
  const { it, ...given } = withSentOrder(() => startShop({}, { providers }), {
    payment_providers: ["ledger"],
    fulfillment_providers: ["manual", "scripted-carrier"],
  });
  let option: { id: string } | undefined;
  it.beforeAll(async () => {
    option = await anOptionOf(given.shop, carrier, given.place.id);
  });
  it.afterEach(() => {
    carrier.meanwhile = async () => {};
    carrier.booked.length = 0;
    ledger.beforeMoving = async () => {};
    ledger.afterMoving = async () => {};
    ledger.moved.length = 0;
  });
  return { ...given, it, providers, carrier, ledger, carrierOption: handleOf(() => option) };
}
