import { invalid, Refusal } from "../../../kernel/refusal.ts";

/** A price in a request. With the id of a price of the list it changes that price, without one it is new. */
export interface PriceInput {
  id?: string;
  variant_id: string;
  amount: number;
  region_id?: string | null;
  currency_code?: string | null;
  min_quantity?: number | null;
  max_quantity?: number | null;
}

export interface ListPrice {
  id: string;
  variant_id: string;
  amount: number;
  currency_code: string;
  /** Null: the price applies wherever the currency is used. */
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
}

/** The source of the fields that a change does not send. */
export type StoredPrice = Omit<ListPrice, "variant_id">;

/** The stored data that the prices of a request refer to. */
export interface PriceReferences {
  /** Prices of the list by id. */
  stored: ReadonlyMap<string, StoredPrice>;
  regionCurrencies: ReadonlyMap<string, string>;
}

export const regionIdsOf = (sent: readonly PriceInput[]) =>
  sortedDistinct(sent.map(({ region_id }) => region_id));

export const currencyCodesOf = (sent: readonly PriceInput[]) =>
  sortedDistinct(sent.map(({ currency_code }) => currency_code?.toLowerCase()));

export const variantIdsOf = (sent: readonly PriceInput[]) =>
  sortedDistinct(sent.map(({ variant_id }) => variant_id));

export const priceIdsOf = (sent: readonly PriceInput[]) => sortedDistinct(sent.map(({ id }) => id));

// Sorted, because rows are locked in this order.
const sortedDistinct = (values: readonly (string | null | undefined)[]) =>
  [...new Set(values)].filter((value) => typeof value === "string").sort();

/** The checks that need no stored data. */
export function checkPriceInputs(sent: readonly PriceInput[]): void {
  const named = new Set<string>();
  for (const [index, price] of sent.entries()) {
    checkMarket(price, index);
    if (price.id === undefined) continue;
    if (named.has(price.id)) throw invalid(`prices.${index}.id: the price ${price.id} is changed twice`);
    named.add(price.id);
  }
}

function checkMarket({ id, region_id, currency_code }: PriceInput, index: number): void {
  const given = [region_id, currency_code].filter((value) => value !== undefined && value !== null);
  if (given.length === 1 || (given.length === 0 && id !== undefined)) return;
  throw invalid(`prices.${index} must have exactly one of region_id and currency_code`);
}

/** The rows to store. The caller has read all references. */
export const pricesFrom = (
  sent: readonly (PriceInput & { id: string })[],
  references: PriceReferences,
): ListPrice[] =>
  sent.map((input, index) => {
    const stored = references.stored.get(input.id);
    return checkedQuantities(
      {
        id: input.id,
        variant_id: input.variant_id,
        amount: input.amount,
        ...marketOf(input, stored, references),
        min_quantity: input.min_quantity === undefined ? (stored?.min_quantity ?? null) : input.min_quantity,
        max_quantity: input.max_quantity === undefined ? (stored?.max_quantity ?? null) : input.max_quantity,
      },
      index,
    );
  });

/** A price for a region is in the region's currency. */
function marketOf(
  { region_id, currency_code }: PriceInput,
  stored: StoredPrice | undefined,
  { regionCurrencies }: PriceReferences,
): Pick<ListPrice, "region_id" | "currency_code"> {
  if (region_id) return { region_id, currency_code: regionCurrencies.get(region_id)! };
  if (currency_code) return { region_id: null, currency_code: currency_code.toLowerCase() };
  return { region_id: stored!.region_id, currency_code: stored!.currency_code };
}

function checkedQuantities(price: ListPrice, index: number): ListPrice {
  const { min_quantity, max_quantity } = price;
  if (min_quantity !== null && max_quantity !== null && min_quantity > max_quantity) {
    throw invalid(`prices.${index}.min_quantity must not be greater than max_quantity`);
  }
  return price;
}

/** Refuses with the first id that was not found. */
export function checkAllFound(label: string, ids: readonly string[], known: ReadonlySet<string>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Refusal("not_found", `${label} ${unknown} was not found`);
}
