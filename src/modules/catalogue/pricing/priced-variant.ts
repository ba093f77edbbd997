import { shareOf, taxOn } from "../../../kernel/money.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import type { Price, PriceContext, SelectedPrice, TaxRate } from "./price.ts";
import { candidatesOf, openTo, selectPrice } from "./price-selection.ts";
import { withoutInternal } from "./without-internal.ts";

/** What the database says about the place and the customer that prices are shown for. */
export interface PriceFacts {
  region: {
    id: string;
    tax_rate: number;
    automatic_taxes: boolean;
  } | null;
  currency: { code: string; includes_tax: boolean } | null;
  customer_group_ids: readonly string[];
}

/** Of a request that only shows prices. */
export interface AskedFacts extends PriceFacts {
  /** Whether a region, currency or cart was named: else all prices are shown and none is selected. */
  isPlaced: boolean;
}

/** A variant that may have been read with its prices. */
export interface ReadVariant {
  prices?: readonly object[];
}

/** The same as it is shown. */
export type PricedVariant = ReadVariant & Partial<PriceFields>;

type ReadPrice = Price & { variant_id?: string | null };

/** Only variants with prices that the selection can use (`priced_variant`) are priced. */
const pricesOf = ({ prices = [] }: ReadVariant) => prices as readonly ReadPrice[];

/** Rates of the product or its type in the region, else the region's own. Null where no tax is shown. */
function taxRatesFor(facts: PriceFacts, ofProduct: readonly TaxRate[]): TaxRate[] | null {
  const { region } = facts;
  if (!region?.automatic_taxes) return null;
  if (ofProduct.length > 0) return [...ofProduct];
  return [defaultTax(region.tax_rate)];
}

interface Bought extends Pick<Pricing, "productRates" | "now"> {
  facts: PriceFacts;
  quantity: number;
}

/** What a quantity of something costs a piece, or null where it is not sold. */
export function unitPriceFor(
  prices: readonly Price[],
  { facts, productRates, now, quantity }: Bought,
): { amount: number; includesTax: boolean } | null {
  if (!facts.currency) return null;
  const context = { quantity, ...contextOf(facts, taxRatesFor(facts, productRates), now) };
  const { calculatedPrice, calculatedPriceIncludesTax } = selectPrice(prices, context);
  if (calculatedPrice === null) return null;
  return { amount: calculatedPrice, includesTax: calculatedPriceIncludesTax ?? false };
}

const contextOf = (facts: PriceFacts, rates: TaxRate[] | null, now: number): PriceContext => ({
  regionId: facts.region?.id ?? null,
  currencyCode: facts.currency!.code,
  customerGroupIds: facts.customer_group_ids,
  currencyIncludesTax: facts.currency!.includes_tax,
  taxShare: rates ? shareOf(rates) : null,
  now,
});

const nothing: SelectedPrice = {
  originalPrice: null,
  calculatedPrice: null,
  calculatedPriceType: null,
  originalPriceIncludesTax: null,
  calculatedPriceIncludesTax: null,
};

/** A price on its own, where none of a variant's prices counts. */
function asStored({ variant_id: _, price_list: __, ...price }: ReadPrice) {
  return withoutInternal(price);
}

interface Pricing {
  /** Null where nothing is known of place and customer. */
  facts: AskedFacts | null;
  /** Rates of the variant's product or of its type in the region. */
  productRates: readonly TaxRate[];
  now: number;
  audience: Audience;
}

/** Who looks: a visitor of the shop, or an administrator at a list of variants or at the goods themselves. */
export type Audience = "visitor" | "lister" | "keeper";

const groupsOf = (facts: PriceFacts | null) => facts?.customer_group_ids ?? [];

const isOwn = (price: Price) => price.price_list_id === null;

/** The prices that count. As in v1, products and single variants show administrators none of price lists. */
function countingOf<P extends Price>(
  prices: readonly P[],
  context: PriceContext | null,
  pricing: Pricing,
): P[] {
  const { facts, audience, now } = pricing;
  // Nothing is sold in a currency that nobody knows.
  if (facts?.isPlaced && !context) return [];
  const counting = context ? candidatesOf(prices, context) : openTo(groupsOf(facts), prices, now);
  return audience === "keeper" ? counting.filter(isOwn) : counting;
}

/**
 * Puts the selected price and its tax on a variant that was read with its prices. Where none counts, all are shown as they
 * are, as in v1: but to visitors none that is not for everybody.
 */
export function withPrice(variant: ReadVariant, pricing: Pricing): PricedVariant {
  const { facts, productRates, now, audience } = pricing;
  const prices = pricesOf(variant);
  const rates = facts && taxRatesFor(facts, productRates);
  const context = facts?.currency ? contextOf(facts, rates, now) : null;
  const counting = countingOf(prices, context, pricing);
  if (counting.length === 0) {
    const stored = audience === "visitor" ? openTo(groupsOf(facts), prices, now) : prices;
    return { ...variant, prices: stored.map(asStored) };
  }
  const selected = context ? selectPrice(prices, context) : nothing;
  return { ...variant, prices: counting.map(withoutInternal), ...priceFields(selected, rates) };
}

/** A variant with the prices that everybody may know of, and none of them selected. */
export function withOpenPrices(variant: ReadVariant, now: number): PricedVariant {
  const prices = pricesOf(variant);
  return { ...variant, prices: openTo([], prices, now).map(asStored) };
}

type PriceFields = ReturnType<typeof priceFields>;

function priceFields(selected: SelectedPrice, rates: TaxRate[] | null) {
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
  const tax = taxOn(price, shareOf(rates), includesTax ?? false);
  return { tax, withTax: includesTax ? price : price + tax };
}
