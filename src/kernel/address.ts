/** The text columns of an address. */
export const addressTexts = [
  "company",
  "first_name",
  "last_name",
  "address_1",
  "address_2",
  "city",
  "country_code",
  "province",
  "postal_code",
  "phone",
] as const;

export type AddressTexts = Record<(typeof addressTexts)[number], string | null>;

/** An address without content. */
export const emptyAddressTexts = Object.freeze(
  Object.fromEntries(addressTexts.map((name) => [name, null])),
) as Readonly<AddressTexts>;

/** An address as providers get it. */
export interface PostalAddress {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2, lower case. */
  countryCode: string | null;
  phone: string | null;
}
