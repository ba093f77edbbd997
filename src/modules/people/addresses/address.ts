import { type AddressTexts, addressTexts, emptyAddressTexts } from "../../../kernel/address.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

export interface Address extends AddressTexts {
  id: string;
  /** Null for a billing address, which is not in the customer's address book. */
  customer_id: string | null;
  metadata: Metadata | null;
}

export type AddressInput = Partial<AddressTexts> & { metadata?: Metadata | null };

const blank: AddressTexts & { metadata: null } = {
  ...emptyAddressTexts,
  metadata: null,
};

export const addressFrom = (
  { id, customer_id }: Pick<Address, "id" | "customer_id">,
  input: AddressInput,
): Address => withAddressChanges({ ...blank, id, customer_id }, input);

/**
 * Countries are known by their lower-case code. As in v1 the metadata of addresses takes the place of what was there, and
 * an address stays in its country where none is named.
 */
export const withAddressChanges = (address: Address, changes: AddressInput): Address => ({
  ...address,
  ...changes,
  country_code: changes.country_code?.toLowerCase() ?? address.country_code,
  metadata: changes.metadata === undefined ? address.metadata : changes.metadata,
});

const sameness = addressTexts.filter((name) => name !== "company");

/** As v1 tells them apart: what is not said is like nothing else. */
export const isSameAddress = (address: Address, input: AddressInput): boolean =>
  sameness.every((name) => {
    const said = name === "country_code" ? input[name]?.toLowerCase() : input[name];
    return said === address[name];
  });
