import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import { type LockedOrder, orderAsCart } from "../../../orders/orders/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import {
  adminLines,
  chosenRates,
  type Line,
  readCartContext,
  usableTaxLines,
} from "../../../selling/carts/index.ts";
import { type TaxLine, withUniqueCodes } from "../../../selling/totals/index.ts";
import {
  type ParcelItem,
  prepareShipping,
  type ReturnShipping,
  readOrderRecipient,
  type ShippingChoice,
} from "../../returns/index.ts";
import type { ClaimTerms } from "../claim.ts";
import { ratesOfVariants, type TaxedLine } from "../claim-store.ts";

/**
 * The new goods of a claim, with their current prices and taxes as in v1. The customer does not pay for them: the totals
 * of the order exclude them. The prices are needed if the goods are returned.
 */
export async function prepareLines(
  deps: CartDeps,
  order: LockedOrder,
  additionalItems: ClaimTerms["additional_items"] = [],
): Promise<TaxedLine[]> {
  if (additionalItems.length === 0) return [];
  const { region } = await readCartContext(deps.db, {
    regionId: order.region_id,
    salesChannelId: order.sales_channel_id,
    customerId: null,
  });
  if (!region) throw notFound("Region", order.region_id);
  const lines = await adminLines(deps, {
    on: deps.db,
    cartId: order.id,
    region,
    salesChannelId: order.sales_channel_id,
    customer: null,
    requested: additionalItems,
    source: "claim",
  });
  const taxLines = await taxLinesOf(deps, order, lines);
  return lines.map((line) => ({ ...line, tax_lines: taxLines(line) }));
}

type TaxLinesByLine = (line: Line) => TaxLine[];

async function taxLinesOf(
  deps: CartDeps,
  order: LockedOrder,
  lines: readonly Line[],
): Promise<TaxLinesByLine> {
  const { id: regionId, tax_provider_id } = order.region;
  const variants = lines.flatMap(({ variant_id }) => variant_id ?? []);
  const known = await ratesOfVariants(deps.db, regionId, variants);
  const shopRates: TaxLinesByLine = ({ variant_id }) =>
    withUniqueCodes(known.get(variant_id ?? "")?.rates ?? []);
  const calculated =
    tax_provider_id === null ? shopRates : await taxLinesFromProvider(deps, order, { lines, shopRates });
  const sold = lines.map((line) => ({
    ...line,
    product_id: known.get(line.variant_id ?? "")?.productId ?? null,
  }));
  return chosenTaxLines(deps, order, { lines: sold, calculated });
}

type SoldLine = Line & { product_id: string | null };

async function chosenTaxLines(
  { db, graph, providers: { rules } }: CartDeps,
  order: LockedOrder,
  { lines, calculated }: { lines: readonly SoldLine[]; calculated: TaxLinesByLine },
): Promise<TaxLinesByLine> {
  if (!rules.chooses("taxLines")) return calculated;
  const { region_id: regionId, sales_channel_id: salesChannelId, customer_id: customerId } = order;
  const { customer } = await readCartContext(db, { regionId, salesChannelId, customerId });
  const { address } = await readOrderRecipient(graph, order.id);
  const cart = () =>
    orderAsCart(order, {
      type: "claim",
      lines,
      address: address && { country_code: address.countryCode, postal_code: address.postalCode },
      customerGroupIds: customer?.group_ids ?? [],
    });
  const chosen = chosenRates(rules, {
    cart,
    orderId: order.id,
    taxes: { lines: new Map(lines.map((line) => [line.id, calculated(line)])), shipping: new Map() },
    open: { lines: lines.map(({ id }) => id), shipping: [] },
  });
  return ({ id }) => withUniqueCodes([...(chosen.lines.get(id) ?? [])]);
}

async function taxLinesFromProvider(
  { graph, providers }: CartDeps,
  order: LockedOrder,
  { lines, shopRates }: { lines: readonly Line[]; shopRates: TaxLinesByLine },
): Promise<TaxLinesByLine> {
  const { id: regionId, currency_code: currencyCode, tax_provider_id } = order.region;
  const provider = providers.tax.find(tax_provider_id!);
  if (!provider) throw invalid(`The tax provider ${tax_provider_id} is not installed`);
  const { address: shippingAddress, customer } = await readOrderRecipient(graph, order.id);
  const items = lines.map((line) => ({
    lineItemId: line.id,
    productId: null,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    discount: 0,
    includesTax: line.includes_tax,
    rates: shopRates(line),
  }));
  const found = await callProvider({ failure: "The taxes could not be calculated" }, async () =>
    usableTaxLines(
      await provider.taxLines({ currencyCode, regionId, shippingAddress, customer, items, shipping: [] }),
    ),
  );
  return ({ id }) =>
    withUniqueCodes(
      found.items
        .filter(({ lineItemId }) => lineItemId === id)
        .map(({ rate, name, code }) => ({ rate, name, code })),
    );
}

/** An existing method by its id, or a new one by its option. */
export interface ShippingMethodRequest extends Partial<ShippingChoice> {
  id?: string;
}

export interface PreparedMethods {
  ids: string[];
  added: ReturnShipping[];
}

/** Calls the carriers of new methods, so the caller must not hold a lock. */
export async function prepareMethods(
  deps: CartDeps,
  order: LockedOrder,
  { requested, lines }: { requested: readonly ShippingMethodRequest[]; lines: readonly ParcelItem[] },
): Promise<PreparedMethods> {
  const methods: PreparedMethods = { ids: [], added: [] };
  for (const { id, option_id, price, data } of requested) {
    if (id !== undefined) methods.ids.push(id);
    else if (option_id === undefined) throw invalid("shipping_methods: a method needs an id or an option_id");
    else {
      const choice = { option_id, price, data };
      methods.added.push(await prepareShipping(deps, order, { items: lines, choice }));
    }
  }
  return { ids: [...new Set(methods.ids)], added: methods.added };
}
