import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";

export interface StockLocation {
  id: string;
  name: string;
  address_id: string | null;
  metadata: Metadata | null;
}

interface AddressText {
  address_1: string;
  address_2: string | null;
  company: string | null;
  city: string | null;
  country_code: string;
  phone: string | null;
  postal_code: string | null;
  province: string | null;
}

export interface LocationAddress extends AddressText {
  id: string;
}

export type AddressInput = Partial<AddressText> & Pick<AddressText, "address_1" | "country_code">;

export interface NewStockLocation {
  name: string;
  /** A new address, or the id of one that is there. */
  address?: AddressInput | string;
  address_id?: string;
  metadata?: Metadata;
  /** Whether what variants have counted themselves lies there from now on. */
  carry_over_stock?: boolean;
}

export type StockLocationChanges = Partial<Omit<NewStockLocation, "carry_over_stock">>;

/** What a request says of the address: written out, named by its id, or nothing. */
export function askedAddress({ address, address_id }: StockLocationChanges): AddressInput | string | null {
  if (address !== undefined && address_id !== undefined) {
    throw invalid("address and address_id cannot both be sent");
  }
  return address ?? address_id ?? null;
}

const blank = { address_2: null, company: null, city: null, phone: null, postal_code: null, province: null };

export const addressFrom = (id: string, input: AddressInput): LocationAddress =>
  withAddressChanges({ ...blank, id, address_1: "", country_code: "" }, input);

/** Countries are known by their lower-case code. */
export const withAddressChanges = (address: LocationAddress, changes: AddressInput): LocationAddress => ({
  ...address,
  ...changes,
  country_code: changes.country_code.toLowerCase(),
});

export const withChanges = (
  location: StockLocation,
  changes: Pick<StockLocationChanges, "name" | "metadata"> & { addressId: string | null },
): StockLocation => ({
  ...location,
  name: changes.name ?? location.name,
  address_id: changes.addressId ?? location.address_id,
  metadata: changes.metadata ? mergedMetadata(location.metadata, changes.metadata) : location.metadata,
});

export const unknownLocation = (id: string) =>
  new Refusal("not_found", `StockLocation with id ${id} was not found`);

export const unknownAddress = (id: string) =>
  new Refusal("not_found", `StockLocationAddress with id ${id} was not found`);
