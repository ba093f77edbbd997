import { percentOf, taxOn } from "../../kernel/money.ts";
import type { Price, PriceContext, SelectedPrice, TaxRate } from "./price.ts";
import { candidatesOf, openToAll, selectPrice } from "./price-selection.ts";

/** What the database says about the place and the customer that prices are shown for. */
export interface PriceFacts {
  region: {
    id: string;
    tax_rate: number;
    tax_code: string | null;
    includes_tax: boolean;
    automatic_taxes: boolean;
  } | null;
  currency: { code: string; includes_tax: boolean } | null;
  customer_group_ids: readonly string[];
}

type Row = Record<string, unknown>;

/** Rates of the product or its type in the region, else the region's own. Null where no tax is shown. */
function taxRatesFor(facts: PriceFacts, ofProduct: readonly TaxRate[]): TaxRate[] | null {
  const { region } = facts;
  if (!region?.automatic_taxes) return null;
  if (ofProduct.length > 0) return [...ofProduct];
  return [{ rate: region.tax_rate, name: "default", code: region.tax_code ?? "default" }];
}

/** What a quantity of something costs a piece, or null where it is not sold. */
export function unitPriceFor(
  prices: readonly Price[],
  { facts, productRates, now, quantity }: Omit<Pricing, "audience"> & { quantity: number },
): { amount: number; includesTax: boolean } | null {
  if (!facts?.currency) return null;
  const context = { ...contextOf(facts, taxRatesFor(facts, productRates), now), quantity };
  const { calculatedPrice, calculatedPriceIncludesTax } = selectPrice(prices, context);
  if (calculatedPrice === null) return null;
  return { amount: calculatedPrice, includesTax: calculatedPriceIncludesTax ?? false };
}

const contextOf = (facts: PriceFacts, rates: TaxRate[] | null, now: number): PriceContext => ({
  regionId: facts.region?.id ?? null,
  currencyCode: facts.currency!.code,
  customerGroupIds: facts.customer_group_ids,
  regionIncludesTax: facts.region?.includes_tax ?? false,
  currencyIncludesTax: facts.currency!.includes_tax,
  taxPercent: rates ? percentOf(rates) : null,
  now,
});

const nothing: SelectedPrice = {
  originalPrice: null,
  calculatedPrice: null,
  calculatedPriceType: null,
  originalPriceIncludesTax: null,
  calculatedPriceIncludesTax: null,
};

const shown = (price: Price & Row): Row =>
  Object.fromEntries(Object.entries(price).filter(([name]) => !name.startsWith("$")));

interface Pricing {
  /** Null where no region and no currency is known: all prices are shown and none is selected. */
  facts: PriceFacts | null;
  /** Rates of the variant's product or of its type in the region. */
  productRates: readonly TaxRate[];
  now: number;
  /** Who looks: administrators see every price there is. */
  audience: Audience;
}

export type Audience = "visitor" | "admin";

/** Puts the selected price and its tax on a variant that was read with its prices. */
export function withPrice(variant: Row, { facts, productRates, now, audience }: Pricing): Row {
  const prices = (variant["prices"] ?? []) as (Price & Row)[];
  if (!facts?.currency) {
    const known = audience === "visitor" ? openToAll(prices, now) : prices;
    return { ...variant, prices: known.map(shown), ...priceFields(nothing, null) };
  }
  const rates = taxRatesFor(facts, productRates);
  const context = contextOf(facts, rates, now);
  const selected = selectPrice(prices, context);
  return { ...variant, prices: candidatesOf(prices, context).map(shown), ...priceFields(selected, rates) };
}

function priceFields(selected: SelectedPrice, rates: TaxRate[] | null): Row {
  const original = taxed(selected.originalPrice, selected.originalPriceIncludesTax, rates);
  const calculated = taxed(selected.calculatedPrice, selected.calculatedPriceIncludesTax, rates);
  return {
    original_price: selected.originalPrice,
    calculated_price: selected.calculatedPrice,
    ...(selected.calculatedPriceType ? { calculated_price_type: selected.calculatedPriceType } : {}),
    original_price_includes_tax: selected.originalPriceIncludesTax,
    calculated_price_includes_tax: selected.calculatedPriceIncludesTax,
    original_price_incl_tax: original.withTax,
    calculated_price_incl_tax: calculated.withTax,
    original_tax: original.tax,
    calculated_tax: calculated.tax,
    tax_rates: rates,
  };
}

function taxed(price: number | null, includesTax: boolean | null, rates: TaxRate[] | null) {
  if (price === null || rates === null) return { tax: null, withTax: null };
  const tax = taxOn(price, percentOf(rates), includesTax ?? false);
  return { tax, withTax: includesTax ? price : price + tax };
}
