import { defaultTax } from "../../shop/taxes/index.ts";
import type { TaxLine } from "../totals/index.ts";
import type { Cart } from "./cart.ts";
import type { CartTaxes } from "./cart-totals.ts";

/** The region's own rate holds where no other was set. */
const orDefault = (rates: TaxLine[], { tax_rate }: Cart["region"]): TaxLine[] =>
  rates.length > 0 ? rates : [defaultTax(tax_rate)];

/** The rates that the shop has set. Lines that sell no product are not taxed; what comes back keeps its taxes. */
export function ratesOf({ region, $facts }: Pick<Cart, "region" | "$facts">): CartTaxes {
  const lines = $facts.lines.map(([id, { rates }]) => [id, orDefault(rates, region)] as const);
  const shipping = $facts.shipping_rates.map(([id, rates]) => [id, orDefault(rates, region)] as const);
  return { lines: new Map([...lines, ...$facts.returned_rates]), shipping: new Map(shipping) };
}
