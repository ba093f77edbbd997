import type { Schemas } from "@tradewind/client";

/** The parts of an address that are written. A shop has no first and last name. */
type Written = Pick<
  Schemas["Address"],
  "address_1" | "address_2" | "postal_code" | "city" | "province" | "country_code"
> &
  Partial<Pick<Schemas["Address"], "first_name" | "last_name" | "company">>;

/** An address as it is written on a parcel. */
export function addressLines(address: Written | null | undefined, countryName?: (code: string) => string) {
  if (!address) return [];
  const { country_code: code } = address;
  return [
    [address.first_name, address.last_name].filter(Boolean).join(" "),
    address.company,
    address.address_1,
    address.address_2,
    [address.postal_code, address.city].filter(Boolean).join(" "),
    address.province,
    code && (countryName ? countryName(code) : code.toUpperCase()),
  ].filter((line): line is string => Boolean(line));
}
