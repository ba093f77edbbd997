import { type AddressTexts, blankTexts } from "../../kernel/address.ts";
import { type Metadata, mergedMetadata } from "../../kernel/metadata.ts";

export interface Address extends AddressTexts {
  id: string;
  /** Null for a billing address, which is not in the customer's address book. */
  customer_id: string | null;
  metadata: Metadata | null;
}

export type AddressInput = Partial<AddressTexts> & { metadata?: Metadata };

const blank: AddressTexts & { metadata: null } = {
  ...blankTexts,
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
