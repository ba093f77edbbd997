import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import { checkedProviderData } from "../../../../providers/provider-data.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import {
  parcelOf,
  toProviderAddress,
  toProviderCustomer,
  usableTaxLines,
} from "../../../selling/carts/index.ts";
import type { TaxLine } from "../../../selling/totals/index.ts";
import { orderEvents } from "../events.ts";
import type { LockedOrder } from "../locked-order.ts";
import { lockOrder, readOrderWithoutLock } from "../locked-order-store.ts";
import { findOrderOption, insertOrderShipping, type OrderOption } from "../order-shipping-store.ts";
import { requireOrderAllows } from "../order-state.ts";

interface Deps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
}

interface ShippingRequest {
  option_id: string;
  price: number;
  data?: Metadata;
}

/**
 * Adds a shipping method with the given price, and returns its id. It replaces methods of the same shipping profile. The
 * carrier and the tax provider are called while no row is locked.
 */
export async function addOrderShipping(
  deps: Deps,
  orderId: string,
  request: ShippingRequest,
): Promise<string> {
  const { option_id: optionId, price } = request;
  const order = await readOrderWithoutLock(deps.graph, deps.db, orderId);
  requireOrderAllows("add_shipping_method", order);
  const option = await findOrderOption(deps.db, { orderId, optionId });
  if (!option) throw new Refusal("not_found", `Shipping Option with ${optionId} was not found`);
  if (option.region_id !== order.region_id) {
    throw invalid("option_id: the shipping option is not available in the order's region");
  }
  const id = newId("sm");
  const data = await checkedData(deps, { order, option, data: request.data ?? {} });
  const rates = await ratesFor(deps, { order, option, method: { id, price } });
  await inTransaction(deps.db, async (tx) => {
    const locked = await lockOrder(deps.graph, tx, orderId);
    requireOrderAllows("add_shipping_method", locked);
    const replacedIds = locked.shipping_methods
      .filter(({ shipping_option }) => shipping_option?.profile_id === option.profile_id)
      .map((method) => method.id);
    const { includes_tax: includesTax } = option;
    const method = { id, shipping_option_id: optionId, price, includes_tax: includesTax, data };
    await insertOrderShipping(tx, { orderId, method, rates, replacedIds });
    await orderEvents.announce(tx, "order.updated", { id: orderId, no_notification: locked.no_notification });
  });
  return id;
}

async function checkedData(
  { providers }: Deps,
  { order, option, data }: { order: LockedOrder; option: OrderOption; data: Metadata },
): Promise<Metadata> {
  const carrier = providers.fulfillment.find(option.provider_id);
  if (!carrier) throw invalid(`The fulfillment provider ${option.provider_id} is not installed`);
  const parcel = parcelOf({ ...order, shipping_address: option.shipping_address });
  return callProvider({ failure: "The shipping option cannot be chosen" }, async () =>
    checkedProviderData(await carrier.validateData(option.data, data, parcel)),
  );
}

interface TaxedMethod {
  order: LockedOrder;
  option: OrderOption;
  method: { id: string; price: number };
}

/** The shop's own rates, or those of the region's tax provider. */
async function ratesFor({ providers }: Deps, { order, option, method }: TaxedMethod): Promise<TaxLine[]> {
  const { tax_provider_id: providerId } = order.region;
  if (providerId === null) return option.rates;
  const provider = providers.tax.find(providerId);
  if (!provider) throw invalid(`The tax provider ${providerId} is not installed`);
  const { shipping } = await callProvider({ failure: "The taxes could not be calculated" }, async () =>
    usableTaxLines(
      await provider.taxLines({
        currencyCode: order.currency_code,
        regionId: order.region_id,
        shippingAddress: option.shipping_address && toProviderAddress(option.shipping_address),
        customer: option.customer && toProviderCustomer(option.customer),
        items: [],
        shipping: [
          {
            shippingMethodId: method.id,
            amount: method.price,
            includesTax: option.includes_tax,
            rates: option.rates,
          },
        ],
      }),
    ),
  );
  return shipping.map(({ rate, name, code }) => ({ rate, name, code }));
}
