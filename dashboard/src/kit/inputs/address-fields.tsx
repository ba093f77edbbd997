import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCountries } from "./countries.ts";

/** What a form holds of an address: empty fields are empty texts. */
export type AddressValues = Record<(typeof ADDRESS_FIELDS)[number] | "country_code", string>;

export const ADDRESS_FIELDS = [
  "first_name",
  "last_name",
  "company",
  "phone",
  "address_1",
  "address_2",
  "postal_code",
  "city",
  "province",
] as const;

type Stored = Partial<Record<keyof AddressValues, string | null>> | null | undefined;

export const addressValues = (address?: Stored): AddressValues =>
  Object.fromEntries(
    [...ADDRESS_FIELDS, "country_code" as const].map((name) => [name, address?.[name] ?? ""]),
  ) as AddressValues;

/** A field that was emptied is removed at the server. */
export const addressBody = (values: AddressValues): Record<keyof AddressValues, string | null> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.trim() === "" ? null : value.trim()]),
  ) as never;

export const isEmptyAddress = (values: AddressValues) =>
  Object.values(values).every((value) => value.trim() === "");

export const isSameAddress = (one: AddressValues, other: AddressValues) =>
  Object.entries(one).every(([name, value]) => value === other[name as keyof AddressValues]);

interface Props {
  /** Of a form: `getInputProps("shipping_address.city")`. */
  propsOf(field: keyof AddressValues): object;
  /** The codes of the countries that can be chosen. Without any, all. */
  countries?: readonly string[] | undefined;
}

export function AddressFields({ propsOf, countries }: Props) {
  const { t } = useTranslation();
  const { countries: all } = useCountries();
  const data = countries?.length ? all.filter(({ value }) => countries.includes(value)) : all;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {ADDRESS_FIELDS.map((name) => (
        <TextInput key={name} label={t(`address.${name}`)} {...propsOf(name)} />
      ))}
      <Select
        label={t("address.country_code")}
        data={data}
        searchable
        clearable
        {...propsOf("country_code")}
      />
    </SimpleGrid>
  );
}
