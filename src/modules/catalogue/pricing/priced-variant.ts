import { shareOf, taxOn } from "../../../kernel/money.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import { choiceOf } from "./price-choice.ts";
import type { PriceFacts, RequestPriceFacts } from "./price-facts.ts";
import {
  candidatesOf,
  type Price,
  type PriceContext,
  type SelectedPrice,
  selectPrice,
  type TaxRate,
  visibleTo,
} from "./price-selection.ts";

/** A variant that may have been read with its prices. */
export interface ReadVariant {
  product_id?: string | null;
  prices?: readonly object[];
}

/** A variant of a response. */
export type PricedVariant = ReadVariant & Partial<PriceFields>;

type ReadPrice = Price & { variant_id?: string | null };

/** Only variants with prices that the selection can use (`priced_variant`) are priced. */
const pricesOf = ({ prices = [] }: ReadVariant) => prices as readonly ReadPrice[];

/** The rates of the product or its type in the region, or else the region's rate. Null without automatic taxes. */
function taxRatesFor(facts: PriceFacts, productRates: readonly TaxRate[]): TaxRate[] | null {
  const { region } = facts;
  if (!region?.automatic_taxes) return null;
  if (productRates.length > 0) return [...productRates];
  return [defaultTax(region.tax_rate)];
}

interface Purchase extends Pick<Pricing, "productRates" | "now"> {
  facts: PriceFacts;
  variantId: string;
  productId: string;
  quantity: number;
}

/** The unit price for a quantity, or null if the variant has no price here. */
export function unitPriceFor(
  prices: readonly Price[],
  { facts, productRates, variantId, productId, now, quantity }: Purchase,
): { amount: number; includesTax: boolean } | null {
  if (!facts.currency) return null;
  const context = { quantity, ...contextOf(facts, taxRatesFor(facts, productRates), now) };
  const choose = choiceOf(facts, { variantId, productId });
  const { calculatedPrice, calculatedPriceIncludesTax } = selectPrice(prices, context, choose);
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

const noPrice: SelectedPrice = {
  originalPrice: null,
  calculatedPrice: null,
  calculatedPriceType: null,
  originalPriceIncludesTax: null,
  calculatedPriceIncludesTax: null,
};

/** A price of a variant without an applicable price. */
function storedFields({ variant_id: _, price_list: __, ...price }: ReadPrice) {
  return withoutInternal(price);
}

interface Pricing {
  /** Null for a request without market and customer. */
  facts: RequestPriceFacts | null;
  /** The rates of the variant's product or product type in the region. */
  productRates: readonly TaxRate[];
  now: number;
  audience: Audience;
}

/** Where prices are shown. v1 shows admins other prices in the list of variants than in products. */
export type Audience = "storefront" | "admin-variant-list" | "admin-product";

const groupsOf = (facts: PriceFacts | null) => facts?.customer_group_ids ?? [];

const isNotOfList = (price: Price) => price.price_list_id === null;

/** As in v1, admin responses for products and single variants contain no prices of price lists. */
function applicablePrices<P extends Price>(
  prices: readonly P[],
  context: PriceContext | null,
  pricing: Pricing,
): P[] {
  const { facts, audience, now } = pricing;
  // An unknown currency has no prices.
  if (facts?.hasPriceSelector && !context) return [];
  const applicable = context ? candidatesOf(prices, context) : visibleTo(groupsOf(facts), prices, now);
  return audience === "admin-product" ? applicable.filter(isNotOfList) : applicable;
}

/**
 * Adds the selected price and its tax to a variant. As in v1, if no price applies, all stored prices are shown; to
 * storefronts only those that apply to all customers.
 */
export function withPrice(variant: ReadVariant, pricing: Pricing): PricedVariant {
  const { facts, productRates, now, audience } = pricing;
  const prices = pricesOf(variant);
  const rates = facts && taxRatesFor(facts, productRates);
  const context = facts?.currency ? contextOf(facts, rates, now) : null;
  const applicable = applicablePrices(prices, context, pricing);
  if (applicable.length === 0) {
    const stored = audience === "storefront" ? visibleTo(groupsOf(facts), prices, now) : prices;
    return { ...variant, prices: stored.map(storedFields) };
  }
  const choose = choiceOf(facts, {
    variantId: prices[0]?.variant_id ?? null,
    productId: variant.product_id ?? null,
  });
  const selected = context ? selectPrice(prices, context, choose) : noPrice;
  return { ...variant, prices: applicable.map(withoutInternal), ...priceFields(selected, rates) };
}

/** Shows the prices that apply to all customers and selects none. */
export function withPublicPrices(variant: ReadVariant, now: number): PricedVariant {
  const prices = pricesOf(variant);
  return { ...variant, prices: visibleTo([], prices, now).map(storedFields) };
}

type PriceFields = ReturnType<typeof priceFields>;

function priceFields(selected: SelectedPrice, rates: TaxRate[] | null) {
  const original = withTaxOf(selected.originalPrice, selected.originalPriceIncludesTax, rates);
  const calculated = withTaxOf(selected.calculatedPrice, selected.calculatedPriceIncludesTax, rates);
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

function withTaxOf(price: number | null, includesTax: boolean | null, rates: TaxRate[] | null) {
  if (price === null || rates === null) return { tax: null, withTax: null };
  const tax = taxOn(price, shareOf(rates), includesTax ?? false);
  return { tax, withTax: includesTax ? price : price + tax };
}

/** Fields such as `$groups`, which the code needs and answers do not show. */
type Internal = `$${string}`;

export type WithoutInternal<Row> = Omit<Row, Internal>;

export const withoutInternal = <Row extends object>(row: Row): WithoutInternal<Row> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith("$"))) as WithoutInternal<Row>;
