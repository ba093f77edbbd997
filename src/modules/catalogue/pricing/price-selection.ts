import type { PriceCandidate } from "../../../plugins/ports/choices.ts";

/** The fields of a price that the selection needs. */
export interface Price {
  amount: number;
  currency_code: string;
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
  price_list_id: string | null;
  price_list: PriceListTerms | null;
  /** The customer groups of the price's list; null for all customers. */
  $groups: readonly string[] | null;
  /** Whether prices of the price's region include tax. */
  $region_includes_tax: boolean;
}

interface PriceListTerms {
  type: string;
  status: string;
  starts_at: string | null;
  ends_at: string | null;
  includes_tax: boolean;
}

export interface TaxRate {
  rate: number | null;
  name: string;
  code: string | null;
}

/** The customer, market and time that a price is selected for. */
export interface PriceContext {
  regionId: string | null;
  currencyCode: string;
  customerGroupIds: readonly string[];
  /** Absent when prices are only shown. */
  quantity?: number;
  currencyIncludesTax: boolean;
  /** Tax as a share of the price; null if unknown. */
  taxShare: number | null;
  now: number;
}

export interface SelectedPrice {
  originalPrice: number | null;
  calculatedPrice: number | null;
  /** `default`, or the type of the price list. */
  calculatedPriceType: string | null;
  originalPriceIncludesTax: boolean | null;
  calculatedPriceIncludesTax: boolean | null;
}

/** The prices of this region or currency that are of no list, or of an active list for the customer. */
export const candidatesOf = <P extends Price>(prices: readonly P[], context: PriceContext): P[] =>
  prices.filter((price) => isForMarket(price, context) && isAvailable(price, context));

/** The prices of all regions, without those of inactive lists and of lists for other groups. */
export const visibleTo = <P extends Price>(
  customerGroupIds: readonly string[],
  prices: readonly P[],
  now: number,
): P[] => prices.filter((price) => isAvailable(price, { customerGroupIds, now }));

const isForMarket = (price: Price, { regionId, currencyCode }: PriceContext) =>
  (regionId !== null && price.region_id === regionId) || price.currency_code === currencyCode;

function isAvailable(price: Price, context: Pick<PriceContext, "customerGroupIds" | "now">): boolean {
  if (price.price_list_id === null) return true;
  // The price of a deleted list.
  if (price.price_list === null) return false;
  return isListActive(price.price_list, context.now) && isForCustomer(price, context);
}

const isListActive = (list: PriceListTerms, now: number) =>
  list.status === "active" &&
  (list.starts_at === null || Date.parse(list.starts_at) <= now) &&
  (list.ends_at === null || Date.parse(list.ends_at) >= now);

const isForCustomer = ({ $groups }: Price, { customerGroupIds }: Pick<PriceContext, "customerGroupIds">) =>
  $groups === null || $groups.some((group) => customerGroupIds.includes(group));

/** Without a quantity only prices without a minimum quantity apply. */
const isForQuantity = ({ min_quantity, max_quantity }: Price, quantity: number | undefined) =>
  quantity === undefined
    ? min_quantity === null
    : (min_quantity ?? 0) <= quantity && quantity <= (max_quantity ?? Number.POSITIVE_INFINITY);

const includesTax = (price: Price, context: PriceContext): boolean =>
  Boolean(price.price_list?.includes_tax) ||
  price.$region_includes_tax ||
  (context.currencyIncludesTax && price.currency_code === context.currencyCode);

const isPlain = (price: Price) =>
  price.price_list_id === null && price.min_quantity === null && price.max_quantity === null;

/**
 * The original price is the price without list and quantity, preferably the region's. The calculated price is the lowest
 * price that applies to the quantity.
 */
export function selectPrice(
  prices: readonly Price[],
  context: PriceContext,
  choose: PriceChoice | null = null,
): SelectedPrice {
  const candidates = candidatesOf(prices, context);
  const original = originalOf(candidates, context);
  const applying = candidates.filter((price) => isForQuantity(price, context.quantity));
  const calculated = calculatedOf(applying, context, choose);
  return {
    originalPrice: original?.amount ?? null,
    originalPriceIncludesTax: original ? includesTax(original, context) : null,
    calculatedPrice: calculated?.amount ?? null,
    calculatedPriceIncludesTax: calculated?.includesTax ?? null,
    calculatedPriceType: calculated?.type ?? null,
  };
}

/** Null without a price that applies: then there is nothing to choose either. */
function calculatedOf(applying: readonly Price[], context: PriceContext, choose: PriceChoice | null) {
  const lowest = lowestOf(applying, context);
  if (!lowest) return null;
  const candidates = () => applying.map((price) => candidateOf(price, context));
  const chosen = choose?.(candidates, applying.indexOf(lowest), context);
  const price = chosen?.candidate === undefined ? lowest : applying[chosen.candidate]!;
  const priced = {
    amount: price.amount,
    includesTax: includesTax(price, context),
    type: price.price_list?.type ?? "default",
  };
  if (chosen?.amount === undefined) return priced;
  return {
    amount: chosen.amount,
    includesTax: chosen.includesTax ?? priced.includesTax,
    type: "default",
  };
}

/** What a plugin chose: the position of a candidate, or another amount. */
export interface ChosenPrice {
  candidate?: number;
  amount?: number;
  includesTax?: boolean | undefined;
}

/** Null: the shop selects. */
export type PriceChoice = (
  candidates: () => readonly PriceCandidate[],
  selected: number,
  context: PriceContext,
) => ChosenPrice | null;

const candidateOf = (price: Price, context: PriceContext): PriceCandidate => ({
  amount: price.amount,
  includes_tax: includesTax(price, context),
  region_id: price.region_id,
  currency_code: price.currency_code,
  min_quantity: price.min_quantity,
  max_quantity: price.max_quantity,
  price_list_id: price.price_list_id,
});

function originalOf(candidates: readonly Price[], { regionId }: PriceContext): Price | undefined {
  const plain = candidates.filter(isPlain);
  const ofRegion = plain.filter((price) => regionId !== null && price.region_id === regionId);
  const ofCurrency = plain.filter((price) => price.region_id === null);
  return [ofRegion, ofCurrency, plain].find((group) => group.length > 0)?.reduce(lower);
}

const lower = (a: Price, b: Price) => (b.amount < a.amount ? b : a);

/** Of equal prices the one without a list wins: an equal list price is no sale. */
function lowestOf(applying: readonly Price[], context: PriceContext): Price | undefined {
  const ordered = [...applying].sort(
    (a, b) => Number(a.price_list_id !== null) - Number(b.price_list_id !== null) || a.amount - b.amount,
  );
  return ordered.reduce<Price | undefined>(
    (best, price) => (best === undefined || isCheaper(price, best, context) ? price : best),
    undefined,
  );
}

/** If only one price includes tax, both are compared with tax; with unknown tax the first one stays. */
function isCheaper(price: Price, best: Price, context: PriceContext): boolean {
  const [included, bestIncluded] = [includesTax(price, context), includesTax(best, context)];
  if (included === bestIncluded) return price.amount < best.amount;
  if (context.taxShare === null) return false;
  const gross = (each: Price, isGross: boolean) =>
    isGross ? each.amount : each.amount * (1 + context.taxShare!);
  return gross(price, included) < gross(best, bestIncluded);
}
