import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { OrderInWork } from "../../../orders/orders/index.ts";
import { type Line, promisedLines, readCartContext, usableTaxLines } from "../../../selling/carts/index.ts";
import { type TaxLine, withUniqueCodes } from "../../../selling/totals/index.ts";
import {
  type ChosenShipping,
  type PackedPiece,
  prepareShipping,
  type ReturnShipping,
  readParty,
} from "../../returns/index.ts";
import type { AskedClaim } from "../claim.ts";
import { ratesOfVariants, type TaxedLine } from "../claim-goods-store.ts";
import type { ClaimDeps } from "./deps.ts";

/**
 * The goods that make up for others. They cost the customer nothing, as the order's totals leave them out; their
 * price and taxes say what they are worth, should they come back. As in v1 that is the price of today.
 */
export async function prepareLines(
  deps: ClaimDeps,
  order: OrderInWork,
  wanted: AskedClaim["additional_items"] = [],
): Promise<TaxedLine[]> {
  if (wanted.length === 0) return [];
  const { region } = await readCartContext(deps.db, {
    regionId: order.region_id,
    salesChannelId: order.sales_channel_id,
    customerId: null,
  });
  if (!region) throw notFound("Region", order.region_id);
  const lines = await promisedLines(deps, {
    on: deps.db,
    cartId: order.id,
    region,
    salesChannelId: order.sales_channel_id,
    customerGroupIds: [],
    wanted,
  });
  const taxes = await taxesOf(deps, order, lines);
  return lines.map((line) => ({ ...line, tax_lines: taxes(line) }));
}

type TaxesOf = (line: Line) => TaxLine[];

async function taxesOf(deps: ClaimDeps, order: OrderInWork, lines: readonly Line[]): Promise<TaxesOf> {
  const { id: regionId, tax_provider_id } = order.region;
  const variants = lines.flatMap(({ variant_id }) => variant_id ?? []);
  const known = await ratesOfVariants(deps.db, regionId, variants);
  const own: TaxesOf = ({ variant_id }) => withUniqueCodes(known.get(variant_id ?? "") ?? []);
  return tax_provider_id === null ? own : askedTaxes(deps, order, { lines, own });
}

async function askedTaxes(
  { graph, providers }: ClaimDeps,
  order: OrderInWork,
  { lines, own }: { lines: readonly Line[]; own: TaxesOf },
): Promise<TaxesOf> {
  const { id: regionId, currency_code: currencyCode, tax_provider_id } = order.region;
  const provider = providers.tax.find(tax_provider_id!);
  if (!provider) throw invalid(`The tax provider ${tax_provider_id} is not installed`);
  const { address: shippingAddress, customer } = await readParty(graph, order.id);
  const items = lines.map((line) => ({
    lineItemId: line.id,
    productId: null,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    discount: 0,
    includesTax: line.includes_tax,
    rates: own(line),
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

/** A method that is there, or one that is to be made. */
export interface WantedMethod extends Partial<ChosenShipping> {
  id?: string;
}

export interface PreparedMethods {
  ids: string[];
  added: ReturnShipping[];
}

/** How the goods are sent; carriers are asked while nothing is locked. */
export async function prepareMethods(
  deps: ClaimDeps,
  order: OrderInWork,
  { wanted, lines }: { wanted: readonly WantedMethod[]; lines: readonly PackedPiece[] },
): Promise<PreparedMethods> {
  const methods: PreparedMethods = { ids: [], added: [] };
  for (const { id, option_id, price, data } of wanted) {
    if (id !== undefined) methods.ids.push(id);
    else if (option_id === undefined) throw invalid("shipping_methods: a method needs an id or an option_id");
    else {
      const choice = { option_id, price, data };
      methods.added.push(await prepareShipping(deps, order, { pieces: lines, choice }));
    }
  }
  return { ids: [...new Set(methods.ids)], added: methods.added };
}
