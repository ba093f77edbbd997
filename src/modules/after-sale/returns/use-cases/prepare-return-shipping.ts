import type { Db } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid, notAllowed } from "../../../../kernel/refusal.ts";
import { callProvider } from "../../../../providers/call-provider.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { allLines, type OrderInWork } from "../../../orders/orders/index.ts";
import { askCarrier, usableTaxLines } from "../../../selling/carts/index.ts";
import { type TaxLine, withUniqueCodes } from "../../../selling/totals/index.ts";
import { type Pieces, type ReturnShipping, unknownShippingOption } from "../return.ts";
import { findShippingOffer, type ShippingOffer } from "../return-option-store.ts";
import { type PackedPiece, parcelOfPieces, readParty } from "./read-party.ts";

export interface ReturnDeps {
  db: Db;
  graph: Graph;
  providers: ProviderRegistry;
}

/** How somebody wants to send goods back. */
export interface ChosenShipping {
  option_id: string;
  /** What the shop takes for it; what the option costs when absent. */
  price?: number;
  /** What the carrier has to know, e.g. a parcel shop. */
  data?: Metadata;
  /** Customers choose from what the shop offers them, at its price. */
  isCustomer?: boolean;
}

/** What an administrator says about the way back. As in v1 a price without an option says nothing. */
export interface AskedShipping {
  option_id?: string | null;
  price?: number;
}

export const shippingChosen = (asked: AskedShipping | undefined): ChosenShipping | null =>
  asked?.option_id ? { ...asked, option_id: asked.option_id } : null;

/** Asks the carrier for the way back of goods, while nothing is locked. */
export const prepareReturnShipping = (
  deps: ReturnDeps,
  order: OrderInWork,
  { items, choice }: { items: readonly Pieces[]; choice: ChosenShipping },
): Promise<ReturnShipping> => prepareShipping(deps, order, { pieces: piecesIn(order, items), choice });

/** The same for any goods that follow an order. The taxes are those of the order's region. */
export async function prepareShipping(
  deps: ReturnDeps,
  order: OrderInWork,
  { pieces, choice }: { pieces: readonly PackedPiece[]; choice: ChosenShipping },
): Promise<ReturnShipping> {
  const offer = await findShippingOffer(deps.db, choice.option_id);
  if (!offer) throw unknownShippingOption(choice.option_id);
  refuseUnfit(order, offer, choice);
  const { price, data } = await askCarrier(deps, {
    option: { ...offer, profile_id: "", requirements: [] },
    data: choice.data ?? {},
    parcel: parcelOfPieces(await readParty(deps.graph, order.id), pieces),
    agreed: choice.isCustomer ? undefined : choice.price,
  });
  const method = {
    id: newId("sm"),
    shipping_option_id: offer.id,
    price,
    includes_tax: offer.includes_tax,
    data,
  };
  return { ...method, tax_lines: withUniqueCodes(await taxesOn(deps, order, { offer, method })) };
}

function refuseUnfit(order: OrderInWork, offer: ShippingOffer, { isCustomer }: ChosenShipping): void {
  if (offer.region_id !== order.region_id) {
    throw invalid("The shipping option is not available in the order's region");
  }
  if (isCustomer && (!offer.is_return || offer.admin_only)) {
    throw notAllowed("The shipping option is not for returns by customers");
  }
}

const piecesIn = (order: OrderInWork, items: readonly Pieces[]) =>
  items.flatMap(({ item_id, quantity }) => {
    const line = allLines(order).find(({ id }) => id === item_id);
    return line ? [{ ...line, quantity }] : [];
  });

interface Taxed {
  offer: ShippingOffer;
  method: Omit<ReturnShipping, "tax_lines">;
}

async function taxesOn(
  { graph, providers }: ReturnDeps,
  order: OrderInWork,
  { offer, method }: Taxed,
): Promise<readonly TaxLine[]> {
  const { id: regionId, currency_code: currencyCode, tax_provider_id } = order.region;
  if (tax_provider_id === null) return offer.rates;
  const provider = providers.tax.find(tax_provider_id);
  if (!provider) throw invalid(`The tax provider ${tax_provider_id} is not installed`);
  const { address: shippingAddress, customer } = await readParty(graph, order.id);
  const { id, price, includes_tax } = method;
  const shipping = [{ shippingMethodId: id, amount: price, includesTax: includes_tax, rates: offer.rates }];
  const { shipping: found } = await callProvider({ failure: "The taxes could not be calculated" }, async () =>
    usableTaxLines(
      await provider.taxLines({ currencyCode, regionId, shippingAddress, customer, items: [], shipping }),
    ),
  );
  return found
    .filter(({ shippingMethodId }) => shippingMethodId === id)
    .map(({ rate, name, code }) => ({ rate, name, code }));
}
