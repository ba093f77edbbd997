import { invalid, notFound, Refusal } from "../../../kernel/refusal.ts";

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
