import { Checkbox, MultiSelect, Select, SimpleGrid, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { channelsQuery } from "../../../data/shop/settings-queries.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";

export type Location = Schemas["AdminStockLocation"];

const ADDRESS = ["company", "address_1", "address_2", "postal_code", "city", "province", "phone"] as const;
type AddressField = (typeof ADDRESS)[number] | "country_code";

type Values = Record<AddressField, string> & {
  name: string;
  channels: string[];
  carry_over_stock: boolean;
};

const valuesOf = (location: Location | null, isFirst: boolean): Values => ({
  name: location?.name ?? "",
  channels: (location?.sales_channels ?? []).map(({ id }) => id),
  carry_over_stock: isFirst,
  country_code: location?.address?.country_code ?? "",
  company: location?.address?.company ?? "",
  address_1: location?.address?.address_1 ?? "",
  address_2: location?.address?.address_2 ?? "",
  postal_code: location?.address?.postal_code ?? "",
  city: location?.address?.city ?? "",
  province: location?.address?.province ?? "",
  phone: location?.address?.phone ?? "",
});

/** An address needs a street and a country; without both there is none. */
function addressOf(given: Values) {
  if (given.address_1.trim() === "") return undefined;
  const rest = ADDRESS.filter((field) => field !== "address_1").map((field) => [field, given[field] || null]);
  return { ...Object.fromEntries(rest), address_1: given.address_1, country_code: given.country_code };
}

async function linkChannels(api: Api, location_id: string, before: string[], after: string[]): Promise<void> {
  const request = (id: string) => ({ params: { path: { id } }, body: { location_id } });
  for (const id of after.filter((each) => !before.includes(each)))
    await api.POST("/admin/sales-channels/{id}/stock-locations", request(id));
  for (const id of before.filter((each) => !after.includes(each)))
    await api.DELETE("/admin/sales-channels/{id}/stock-locations", request(id));
}

export function LocationForm({ location, isFirst }: { location: Location | null; isFirst: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const { countries } = useCountries();
  const { data: channels = [] } = useQuery({ ...channelsQuery(api), enabled: may("settings:read") });
  const needed = t("form.required");
  const edit = useEditForm<Values, unknown>({
    values: valuesOf(location, isFirst),
    validate: {
      name: isNotEmpty(needed),
      address_1: (street, given) => (given.country_code !== "" && street.trim() === "" ? needed : null),
      country_code: (country, given) => (given.address_1.trim() !== "" && country === "" ? needed : null),
    },
    async save(given) {
      const address = addressOf(given);
      const body = { name: given.name, ...(address && { address }) };
      const answer = location
        ? await api.POST("/admin/stock-locations/{id}", { params: { path: { id: location.id } }, body })
        : await api.POST("/admin/stock-locations", {
            body: { ...body, ...(isFirst && { carry_over_stock: given.carry_over_stock }) },
          });
      const before = valuesOf(location, isFirst).channels;
      await linkChannels(api, answer.data!.stock_location.id, before, given.channels);
    },
    refresh: ["stock-locations", "sales-channels"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={location ? t("action.save") : t("action.create")}>
      <TextInput label={t("settings.name")} required data-autofocus {...form.getInputProps("name")} />
      {may("settings:write") && (
        <MultiSelect
          label={t("settings.locations.channels")}
          description={t("settings.locations.channelsText")}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("channels")}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {ADDRESS.slice(0, 2).map((field) => (
          <TextInput
            key={field}
            label={t(`settings.locations.fields.${field}`)}
            {...form.getInputProps(field)}
          />
        ))}
      </SimpleGrid>
      {ADDRESS.slice(2).map((field) => (
        <TextInput
          key={field}
          label={t(`settings.locations.fields.${field}`)}
          {...form.getInputProps(field)}
        />
      ))}
      <Select
        label={t("settings.locations.fields.country_code")}
        data={countries}
        searchable
        clearable
        value={form.values.country_code || null}
        onChange={(code) => form.setFieldValue("country_code", code ?? "")}
        error={form.errors["country_code"]}
      />
      {isFirst && location === null && (
        <Checkbox
          label={t("settings.locations.carryOver")}
          description={t("settings.locations.carryOverText")}
          {...form.getInputProps("carry_over_stock", { type: "checkbox" })}
        />
      )}
    </EditForm>
  );
}
