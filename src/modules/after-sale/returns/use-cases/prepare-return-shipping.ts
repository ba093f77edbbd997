import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { newId } from "../../../../kernel/ids.ts";
import { invalid, notAllowed } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { Parcel } from "../../../../providers/ports/fulfillment.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import {
  allLines,
  type LockedOrder,
  type OrderedLine,
  order,
  unknownOrder,
} from "../../../orders/orders/index.ts";
import {
  quoteShipping,
  toProviderAddress,
  toProviderCustomer,
  usableTaxLines,
} from "../../../selling/carts/index.ts";
import { type TaxLine, withUniqueCodes } from "../../../selling/totals/index.ts";
import {
  type ItemQuantity,
  type ReturnShipping,
  type ShippingChoice,
  shippingOptionNotFound,
} from "../return.ts";
import { findOrderShippingOption, type OrderShippingOption } from "../return-option-store.ts";

export interface ReturnDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
}

/** Calls the carrier for the price of the return shipping. The caller must not hold a lock. */
export const prepareReturnShipping = (
  deps: ReturnDeps,
  order: LockedOrder,
  { items, choice }: { items: readonly ItemQuantity[]; choice: ShippingChoice },
): Promise<ReturnShipping> => prepareShipping(deps, order, { items: parcelItemsOf(order, items), choice });

/** The same for a shipment in any direction. The taxes are those of the order's region. */
export async function prepareShipping(
  deps: ReturnDeps,
  order: LockedOrder,
  { items, choice }: { items: readonly ParcelItem[]; choice: ShippingChoice },
): Promise<ReturnShipping> {
  const option = await findOrderShippingOption(deps.db, choice.option_id);
  if (!option) throw shippingOptionNotFound(choice.option_id);
  checkOption(order, option, choice);
  const { price, data } = await quoteShipping(deps, {
    option: { ...option, profile_id: "", requirements: [] },
    data: choice.data ?? {},
    parcel: parcelForCarrier(await readOrderRecipient(deps.graph, order.id), items),
    agreed: choice.isCustomer ? undefined : choice.price,
  });
  const method = {
    id: newId("sm"),
    shipping_option_id: option.id,
    price,
    includes_tax: option.includes_tax,
    data,
  };
  return { ...method, tax_lines: withUniqueCodes(await taxLinesOf(deps, order, { option, method })) };
}

function checkOption(order: LockedOrder, option: OrderShippingOption, { isCustomer }: ShippingChoice): void {
  if (option.region_id !== order.region_id) {
    throw invalid("The shipping option is not available in the order's region");
  }
  if (isCustomer && (!option.is_return || option.admin_only)) {
    throw notAllowed("The shipping option is not for returns by customers");
  }
}

const parcelItemsOf = (order: LockedOrder, items: readonly ItemQuantity[]) =>
  items.flatMap(({ item_id, quantity }) => {
    const line = allLines(order).find(({ id }) => id === item_id);
    return line ? [{ ...line, quantity }] : [];
  });

interface PricedMethod {
  option: OrderShippingOption;
  method: Omit<ReturnShipping, "tax_lines">;
}

async function taxLinesOf(
  { graph, providers }: ReturnDeps,
  order: LockedOrder,
  { option, method }: PricedMethod,
): Promise<readonly TaxLine[]> {
  const { id: regionId, currency_code: currencyCode, tax_provider_id } = order.region;
  if (tax_provider_id === null) return option.rates;
  const provider = providers.tax.find(tax_provider_id);
  if (!provider) throw invalid(`The tax provider ${tax_provider_id} is not installed`);
  const { address: shippingAddress, customer } = await readOrderRecipient(graph, order.id);
  const { id, price, includes_tax } = method;
  const shipping = [{ shippingMethodId: id, amount: price, includesTax: includes_tax, rates: option.rates }];
  const { shipping: found } = await callProvider({ failure: "The taxes could not be calculated" }, async () =>
    usableTaxLines(
      await provider.taxLines({ currencyCode, regionId, shippingAddress, customer, items: [], shipping }),
    ),
  );
  return found
    .filter(({ shippingMethodId }) => shippingMethodId === id)
    .map(({ rate, name, code }) => ({ rate, name, code }));
}

/** The recipient of an order, for carriers and tax providers. */
interface OrderRecipient {
  orderId: string;
  email: string;
  currencyCode: string;
  address: ReturnType<typeof toProviderAddress> | null;
  customer: ReturnType<typeof toProviderCustomer> | null;
}

const recipientView = viewOf({
  entity: order,
  fields: ["email", "currency_code"],
  relations: ["shipping_address", "customer"],
});

export async function readOrderRecipient(graph: Graph, orderId: string): Promise<OrderRecipient> {
  const found = await graph.find(recipientView, orderId);
  if (!found) throw unknownOrder(orderId);
  const { email, currency_code: currencyCode, shipping_address, customer } = found;
  return {
    orderId,
    email,
    currencyCode,
    address: shipping_address && toProviderAddress(shipping_address),
    customer: customer && toProviderCustomer(customer),
  };
}

/** The fields of a line that a carrier needs. */
export type ParcelItem = Pick<OrderedLine, "id" | "variant_id" | "title" | "quantity" | "unit_price"> &
  Partial<Pick<OrderedLine, "variant">>;

export const parcelForCarrier = (
  { orderId: resourceId, email, currencyCode, address: shippingAddress }: OrderRecipient,
  items: readonly ParcelItem[],
): Parcel => ({
  resourceId,
  email,
  currencyCode,
  shippingAddress,
  items: items.map(({ id, variant_id, title, quantity, unit_price, variant }) => ({
    lineItemId: id,
    variantId: variant_id,
    title,
    sku: variant?.sku ?? null,
    quantity,
    unitPrice: unit_price,
    weight: variant?.weight ?? null,
  })),
});
