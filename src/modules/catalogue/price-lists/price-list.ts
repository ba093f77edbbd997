import { invalid, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { PriceRow } from "../pricing/index.ts";

export const priceListTypes = ["sale", "override"] as const;
export const priceListStatuses = ["active", "draft"] as const;

export interface PriceList {
  id: string;
  name: string;
  description: string;
  type: (typeof priceListTypes)[number];
  status: (typeof priceListStatuses)[number];
  starts_at: Date | null;
  ends_at: Date | null;
  includes_tax: boolean;
}

export interface NewPriceList {
  name: string;
  description: string;
  type: PriceList["type"];
  status?: PriceList["status"];
  starts_at?: Date | null;
  ends_at?: Date | null;
  includes_tax?: boolean;
}

export type PriceListChanges = Partial<NewPriceList>;

/** A new list is a draft by default: a draft changes no price in the shop. */
export const priceListFrom = (id: string, input: NewPriceList): PriceList =>
  checkedPeriod({
    id,
    name: input.name,
    description: input.description,
    type: input.type,
    status: input.status ?? "draft",
    starts_at: input.starts_at ?? null,
    ends_at: input.ends_at ?? null,
    includes_tax: input.includes_tax ?? false,
  });

/** Null clears a date. */
export const withChanges = (list: PriceList, changes: PriceListChanges): PriceList =>
  checkedPeriod({
    ...list,
    name: changes.name ?? list.name,
    description: changes.description ?? list.description,
    type: changes.type ?? list.type,
    status: changes.status ?? list.status,
    starts_at: changes.starts_at === undefined ? list.starts_at : changes.starts_at,
    ends_at: changes.ends_at === undefined ? list.ends_at : changes.ends_at,
    includes_tax: changes.includes_tax ?? list.includes_tax,
  });

function checkedPeriod(list: PriceList): PriceList {
  if (list.starts_at && list.ends_at && list.starts_at >= list.ends_at) {
    throw invalid("ends_at must be after starts_at");
  }
  return list;
}

export const priceListNotFound = (id: string) => notFound("Price list", id);

export const groupsNotFound = (ids: readonly string[]) =>
  new Refusal("not_found", `CustomerGroup with id ${ids.join(", ")} was not found`);

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

/** The source of the fields that a change does not send. */
export type StoredPrice = Omit<PriceRow, "variant_id">;

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
  const seen = new Set<string>();
  for (const [index, price] of sent.entries()) {
    checkMarket(price, index);
    if (price.id === undefined) continue;
    if (seen.has(price.id)) throw invalid(`prices.${index}.id: the price ${price.id} is changed twice`);
    seen.add(price.id);
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
): PriceRow[] =>
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
): Pick<PriceRow, "region_id" | "currency_code"> {
  if (region_id) return { region_id, currency_code: regionCurrencies.get(region_id)! };
  if (currency_code) return { region_id: null, currency_code: currency_code.toLowerCase() };
  return { region_id: stored!.region_id, currency_code: stored!.currency_code };
}

function checkedQuantities(price: PriceRow, index: number): PriceRow {
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
