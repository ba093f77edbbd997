import { type Metadata, mergedMetadata } from "../../kernel/metadata.ts";

interface AddressText {
  company: string | null;
  first_name: string | null;
  last_name: string | null;
  address_1: string | null;
  address_2: string | null;
  city: string | null;
  country_code: string | null;
  province: string | null;
  postal_code: string | null;
  phone: string | null;
}

export interface Address extends AddressText {
  id: string;
  /** Null for a billing address, which is not in the customer's address book. */
  customer_id: string | null;
  metadata: Metadata | null;
}

export type AddressInput = Partial<AddressText> & { metadata?: Metadata };

const blank: AddressText & { metadata: null } = {
  company: null,
  first_name: null,
  last_name: null,
  address_1: null,
  address_2: null,
  city: null,
  country_code: null,
  province: null,
  postal_code: null,
  phone: null,
  metadata: null,
};

export const addressFrom = (
  { id, customer_id }: Pick<Address, "id" | "customer_id">,
  input: AddressInput,
): Address => withAddressChanges({ ...blank, id, customer_id }, input);

/** Countries are known by their lower-case code. */
export const withAddressChanges = (address: Address, changes: AddressInput): Address => ({
  ...address,
  ...changes,
  country_code: (changes.country_code ?? address.country_code)?.toLowerCase() ?? null,
  metadata: changes.metadata ? mergedMetadata(address.metadata, changes.metadata) : address.metadata,
});
