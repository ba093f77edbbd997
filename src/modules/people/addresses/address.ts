import { type AddressTexts, addressTexts, emptyAddressTexts } from "../../../kernel/address.ts";
import type { Metadata } from "../../../kernel/metadata.ts";

export interface Address extends AddressTexts {
  id: string;
  /** Null for a billing address, which is not one of the customer's saved addresses. */
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

/** Country codes are stored in lower case. As in v1, metadata is replaced, and the country stays if it is absent. */
export const withAddressChanges = (address: Address, changes: AddressInput): Address => ({
  ...address,
  ...changes,
  country_code: changes.country_code?.toLowerCase() ?? address.country_code,
  metadata: changes.metadata === undefined ? address.metadata : changes.metadata,
});

const sameness = addressTexts.filter((name) => name !== "company");

/** As in v1, an absent field equals nothing. */
export const isSameAddress = (address: Address, input: AddressInput): boolean =>
  sameness.every((name) => {
    const value = name === "country_code" ? input[name]?.toLowerCase() : input[name];
    return value === address[name];
  });
