import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";

export interface StockLocation {
  id: string;
  name: string;
  address_id: string | null;
  metadata: Metadata | null;
}

interface AddressFields {
  address_1: string;
  address_2: string | null;
  company: string | null;
  city: string | null;
  country_code: string;
  phone: string | null;
  postal_code: string | null;
  province: string | null;
}

export interface LocationAddress extends AddressFields {
  id: string;
}

export type AddressInput = Partial<AddressFields> & Pick<AddressFields, "address_1" | "country_code">;

export interface NewStockLocation {
  name: string;
  /** A new address, or the id of an existing one. */
  address?: AddressInput | string;
  address_id?: string;
  metadata?: Metadata;
  /** Whether the quantities of variants become levels at this location. */
  carry_over_stock?: boolean;
}

export type StockLocationChanges = Partial<Omit<NewStockLocation, "carry_over_stock">>;

/** The address of a request: a new one, the id of an existing one, or null. */
export function requestedAddress({
  address,
  address_id,
}: StockLocationChanges): AddressInput | string | null {
  if (address !== undefined && address_id !== undefined) {
    throw invalid("address and address_id cannot both be sent");
  }
  return address ?? address_id ?? null;
}

const emptyAddress = {
  address_2: null,
  company: null,
  city: null,
  phone: null,
  postal_code: null,
  province: null,
};

export const addressFrom = (id: string, input: AddressInput): LocationAddress =>
  withAddressChanges({ ...emptyAddress, id, address_1: "", country_code: "" }, input);

/** Country codes are stored in lower case. */
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
