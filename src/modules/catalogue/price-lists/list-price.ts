import { invalid, Refusal } from "../../../kernel/refusal.ts";

/** A price as requests send it: with the id of a price of the list it changes that one, without it is a new one. */
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
  /** Null for a price that counts wherever the currency is used. */
  region_id: string | null;
  min_quantity: number | null;
  max_quantity: number | null;
}

/** What a change leaves as it is, it takes from here. */
export type StoredPrice = Omit<ListPrice, "variant_id">;

/** What must be known before prices can be made of what was sent. */
export interface PriceGround {
  /** Prices of the list that are named by their id. */
  stored: ReadonlyMap<string, StoredPrice>;
  regionCurrencies: ReadonlyMap<string, string>;
}

export const regionsOf = (sent: readonly PriceInput[]) => distinct(sent.map(({ region_id }) => region_id));

export const currenciesOf = (sent: readonly PriceInput[]) =>
  distinct(sent.map(({ currency_code }) => currency_code?.toLowerCase()));

export const variantsOf = (sent: readonly PriceInput[]) => distinct(sent.map(({ variant_id }) => variant_id));

export const namedPricesOf = (sent: readonly PriceInput[]) => distinct(sent.map(({ id }) => id));

// Sorted, because rows that are locked must be locked in one order.
const distinct = (values: readonly (string | null | undefined)[]) =>
  [...new Set(values)].filter((value) => typeof value === "string").sort();

/** What is wrong with the prices by themselves, before anything is looked up. */
export function refuseMalformed(sent: readonly PriceInput[]): void {
  const named = new Set<string>();
  for (const [index, price] of sent.entries()) {
    refuseUnclearMarket(price, index);
    if (price.id === undefined) continue;
    if (named.has(price.id)) throw invalid(`prices.${index}.id: the price ${price.id} is changed twice`);
    named.add(price.id);
  }
}

function refuseUnclearMarket({ id, region_id, currency_code }: PriceInput, index: number): void {
  const given = [region_id, currency_code].filter((value) => value !== undefined && value !== null);
  if (given.length === 1 || (given.length === 0 && id !== undefined)) return;
  throw invalid(`prices.${index} must have exactly one of region_id and currency_code`);
}

/** The prices as they will be stored; the caller has looked up everything that they name. */
export const pricesFrom = (
  sent: readonly (PriceInput & { id: string })[],
  ground: PriceGround,
): ListPrice[] =>
  sent.map((input, index) => {
    const stored = ground.stored.get(input.id);
    return inOrder(
      {
        id: input.id,
        variant_id: input.variant_id,
        amount: input.amount,
        ...marketOf(input, stored, ground),
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
  { regionCurrencies }: PriceGround,
): Pick<ListPrice, "region_id" | "currency_code"> {
  if (region_id) return { region_id, currency_code: regionCurrencies.get(region_id)! };
  if (currency_code) return { region_id: null, currency_code: currency_code.toLowerCase() };
  return { region_id: stored!.region_id, currency_code: stored!.currency_code };
}

function inOrder(price: ListPrice, index: number): ListPrice {
  const { min_quantity, max_quantity } = price;
  if (min_quantity !== null && max_quantity !== null && min_quantity > max_quantity) {
    throw invalid(`prices.${index}.min_quantity must not be greater than max_quantity`);
  }
  return price;
}

/** Refuses with the first of the wanted ids that is not among the known ones. */
export function refuseUnknown(what: string, wanted: readonly string[], known: ReadonlySet<string>): void {
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Refusal("not_found", `${what} ${unknown} was not found`);
}
