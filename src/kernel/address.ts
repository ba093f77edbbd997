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

/** Where the postal code stands behind the city and its province, as in `Newport, RI 02840`. */
const CODE_LAST = new Set(["au", "ca", "gb", "ie", "in", "nz", "us", "za"]);

/** The line, or lines, with the city, in the order of the country. */
export function placeLines(address: {
  city?: string | null;
  province?: string | null;
  postal_code?: string | null;
  country_code?: string | null;
}): string[] {
  const { city, province, postal_code: code } = address;
  const joined = (parts: (string | null | undefined)[], by: string) => parts.filter(Boolean).join(by);
  const lines = CODE_LAST.has(address.country_code?.toLowerCase() ?? "")
    ? [joined([city, joined([province, code], " ")], ", ")]
    : [joined([code, city], " "), province];
  return lines.filter((line): line is string => !!line);
}
