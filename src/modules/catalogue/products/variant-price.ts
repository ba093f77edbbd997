import { invalid, notFound } from "../../../kernel/refusal.ts";

/** A price of a variant that belongs to no price list. */
export interface VariantPrice {
  id: string;
  variant_id: string;
  currency_code: string;
  region_id: string | null;
  amount: number;
  min_quantity: number | null;
  max_quantity: number | null;
}

export interface SentPrice {
  id?: string | null;
  region_id?: string | null;
  currency_code?: string | null;
  amount: number;
  min_quantity?: number | null;
  max_quantity?: number | null;
}

/** The currency of each referenced region, by region id. */
export type RegionCurrencies = Readonly<Record<string, string>>;

/** A price has either a region or a currency; a change of an existing price may send neither. */
export function checkPriceMarket({ id, region_id, currency_code }: SentPrice): void {
  if (id && !region_id && !currency_code) return;
  if (Boolean(region_id) === Boolean(currency_code)) {
    throw invalid('Failed XOR relation between "region_id" and "currency_code".');
  }
}

function checkQuantities({
  min_quantity,
  max_quantity,
}: Pick<VariantPrice, "min_quantity" | "max_quantity">) {
  if (min_quantity !== null && max_quantity !== null && min_quantity > max_quantity) {
    throw invalid("min_quantity must not be greater than max_quantity");
  }
}

/**
 * Replaces the prices of a variant. As in v1, if all sent prices are for regions, the prices by currency stay; if all sent
 * prices are in one currency, its prices for other quantities stay.
 */
export function replacedPrices(
  current: readonly VariantPrice[],
  sent: readonly SentPrice[],
  { variantId, regions, newId }: { variantId: string; regions: RegionCurrencies; newId: () => string },
): { saved: VariantPrice[]; removed: string[] } {
  const left = [...current];
  const takeFirst = (matches: (price: VariantPrice) => boolean) => {
    const index = left.findIndex(matches);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const currency = onlyCurrencyOf(sent);
  const isInCurrency = (price: VariantPrice) => !isForRegion(price) && price.currency_code === currency;
  const identified = sent.map((price) => (price.id ? takeFirst(({ id }) => id === price.id) : undefined));
  const saved = sent.map((price, index) => {
    const old = identified[index];
    if (price.id && !old) throw notFound("Price", price.id);
    const next = priceFrom(price, old, regions);
    const replacedPrice =
      old ?? takeFirst((each) => priceKey(each) === priceKey(next)) ?? takeFirst(isInCurrency);
    return { ...next, id: replacedPrice?.id ?? newId(), variant_id: variantId };
  });
  const isOnlyForRegions = saved.length > 0 && saved.every(isForRegion);
  const removed = isOnlyForRegions ? left.filter(isForRegion) : left.filter((price) => !isInCurrency(price));
  return { saved, removed: removed.map(({ id }) => id) };
}

/** The common currency of all sent prices, if none is for a region. */
function onlyCurrencyOf(sent: readonly SentPrice[]): string | null {
  const currencies = new Set(sent.map(({ currency_code }) => currency_code?.toLowerCase() ?? null));
  return currencies.size === 1 ? [...currencies][0]! : null;
}

const isForRegion = (price: VariantPrice) => price.region_id !== null;

/** A price replaces another one with the same key. */
const priceKey = (price: Omit<VariantPrice, "id" | "variant_id">) =>
  JSON.stringify([
    price.region_id ?? price.currency_code,
    price.min_quantity ?? null,
    price.max_quantity ?? null,
  ]);

function priceFrom(
  sent: SentPrice,
  old: VariantPrice | undefined,
  regions: RegionCurrencies,
): Omit<VariantPrice, "id" | "variant_id"> {
  const market =
    old && !sent.region_id && !sent.currency_code
      ? { region_id: old.region_id, currency_code: old.currency_code }
      : marketFrom(sent, regions);
  const { min_quantity = old?.min_quantity ?? null, max_quantity = old?.max_quantity ?? null } = sent;
  checkQuantities({ min_quantity, max_quantity });
  return { ...market, amount: sent.amount, min_quantity, max_quantity };
}

/** A price for a region is in the region's currency. */
function marketFrom({ region_id, currency_code }: SentPrice, regions: RegionCurrencies) {
  if (!region_id) return { region_id: null, currency_code: currency_code!.toLowerCase() };
  const currency = regions[region_id];
  if (!currency) throw notFound("Region", region_id);
  return { region_id, currency_code: currency };
}
