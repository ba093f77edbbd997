import type { Row } from "../../../graph/graph.ts";
import type { View } from "../../../graph/selection.ts";
import {
  offeredToCustomers,
  type PriceBasis,
  pricedShippingOption,
  withPrice,
} from "../../shipping/index.ts";
import { readCart } from "../cart-store.ts";
import { ratesOf } from "../cart-taxes.ts";
import { forCart } from "../chosen-option-graph.ts";
import { hasAgreedShipping, meetsRequirements, type OfferedOption } from "../shipping-choice.ts";
import type { CartDeps } from "./deps.ts";

const options: View = { entity: pricedShippingOption, relations: ["profile", "requirements"] };

const MOST = 1_000;

/** How the goods of a cart can be sent. */
export async function listShippingOptions({ db, graph }: CartDeps, cartId: string): Promise<Row[]> {
  const cart = await readCart(graph, db, cartId);
  const rows = await graph.rows(options, {
    filters: [
      { kind: "custom", condition: forCart, value: cartId },
      ...(hasAgreedShipping(cart)
        ? []
        : [{ kind: "custom" as const, condition: offeredToCustomers, value: false }]),
    ],
    order: "created_at",
    limit: MOST,
    offset: 0,
  });
  const agreed = cart.$facts.custom_shipping_prices;
  return rows
    .filter(
      (row) =>
        (row["id"] as string) in agreed ||
        meetsRequirements(cart, ratesOf(cart), row as unknown as OfferedOption),
    )
    .map((row) => withPrice(withAgreedPrice(row, agreed[row["id"] as string])));
}

/** The price with taxes is computed from a basis that was read with the option: see `pricedShippingOption`. */
function withAgreedPrice(row: Row, amount: number | undefined): Row {
  if (amount === undefined) return row;
  const basis = { ...(row["price_incl_tax"] as PriceBasis), amount };
  return { ...row, amount, price_incl_tax: basis, tax_rates: basis, tax_amount: basis };
}
