import type { Schemas } from "@tradewind/client";

/** The parts of an address that are written. A shop has no first and last name. */
type Written = Pick<
  Schemas["Address"],
  "address_1" | "address_2" | "postal_code" | "city" | "province" | "country_code"
> &
  Partial<Pick<Schemas["Address"], "first_name" | "last_name" | "company">>;

/** Where the postal code stands behind the city and its province, as in `Newport, RI 02840`. */
const CODE_LAST = new Set(["au", "ca", "gb", "ie", "in", "nz", "us", "za"]);

const joined = (parts: (string | null | undefined)[], by: string) => parts.filter(Boolean).join(by);

type Place = Partial<Pick<Schemas["Address"], "postal_code" | "city" | "province" | "country_code">>;

/** The line, or lines, with the city, in the order of the country. */
export const placeLines = ({ city, province, postal_code: code, country_code: country }: Place) =>
  CODE_LAST.has(country?.toLowerCase() ?? "")
    ? [joined([city, joined([province, code], " ")], ", ")]
    : [joined([code, city], " "), province];

/** An address as it is written on a parcel. */
export function addressLines(address: Written | null | undefined, countryName?: (code: string) => string) {
  if (!address) return [];
  const { country_code: code } = address;
  return [
    joined([address.first_name, address.last_name], " "),
    address.company,
    address.address_1,
    address.address_2,
    ...placeLines(address),
    code && (countryName ? countryName(code) : code.toUpperCase()),
  ].filter((line): line is string => Boolean(line));
}
