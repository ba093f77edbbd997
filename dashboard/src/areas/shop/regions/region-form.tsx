import { MultiSelect, Select, Switch, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { sentFields, valuesOf } from "../../../data/platform/custom-fields/custom-field.ts";
import { FormFields } from "../../../data/platform/custom-fields/field-inputs-part.tsx";
import { useCustomFields } from "../../../data/platform/custom-fields/use-custom-fields.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { providerChoices } from "../../../data/shop/provider-name.ts";
import { type Region, regionsQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";

interface Props {
  /** Null: a new one. */
  region: Region | null;
  store: Schemas["AdminStoreSettings"] & {
    payment_providers: { id: string }[];
    fulfillment_providers: { id: string }[];
  };
  onSaved?(region: Region): unknown;
}

/** A country belongs to one region. Those of the others are shown with the name of their region. */
function useFreeCountries(region: Region | null) {
  const { data: regions = [] } = useQuery(regionsQuery(useApi()));
  const { countries } = useCountries();
  const owners = new Map(
    regions
      .filter(({ id }) => id !== region?.id)
      .flatMap(({ name, countries: owned }) => owned.map(({ iso_2 }) => [iso_2, name] as const)),
  );
  return countries.map(({ value, label }) => {
    const owner = owners.get(value);
    return owner === undefined ? { value, label } : { value, label: `${label} (${owner})`, disabled: true };
  });
}

type Provider = { id: string };

const idsOf = (providers: readonly Provider[]) => providers.map(({ id }) => id);

/** The preselected provider of a new region. */
const theOnlyOne = (providers: readonly Provider[]) => (providers.length === 1 ? providers : []);

export function RegionForm({ region, store, onSaved }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const countries = useFreeCountries(region);
  const required = isNotEmpty(t("form.required"));
  const fields = useCustomFields("region");
  const edit = useEditForm({
    values: {
      name: region?.name ?? "",
      currency_code: region?.currency_code ?? store.default_currency_code,
      countries: region?.countries.map(({ iso_2 }) => iso_2) ?? [],
      payment_providers: idsOf(region?.payment_providers ?? theOnlyOne(store.payment_providers)),
      fulfillment_providers: idsOf(region?.fulfillment_providers ?? theOnlyOne(store.fulfillment_providers)),
      tax_rate: region?.tax_rate ?? 0,
      includes_tax: region?.includes_tax ?? false,
      custom_fields: valuesOf(fields, region),
    },
    validate: { name: required, currency_code: required, payment_providers: required, tax_rate: required },
    ...(region && {
      version: {
        read: region.updated_at,
        now: async () => (await readRegion(region.id)).updated_at,
      },
    }),
    async save({ custom_fields, ...given }) {
      const body = { ...given, ...sentFields(fields, region, custom_fields) };
      const answer = region
        ? await api.POST("/admin/regions/{id}", { params: { path: { id: region.id } }, body })
        : await api.POST("/admin/regions", { body });
      return answer.data!.region as Region;
    },
    fieldOf: (message) =>
      /already exists in region|country code/.test(message)
        ? "countries"
        : /currency/.test(message)
          ? "currency_code"
          : undefined,
    refresh: ["regions"],
    ...(onSaved && { onSaved }),
  });
  const readRegion = async (id: string) =>
    (await api.GET("/admin/regions/{id}", { params: { path: { id } } })).data!.region;
  const { form } = edit;
  return (
    <EditForm
      edit={edit}
      mayEdit={may("settings:write")}
      submit={region ? t("action.save") : t("settings.regions.create")}
    >
      <TextInput
        label={t("settings.name")}
        required
        // The user has just opened the form of a new region.
        autoFocus={region === null}
        {...form.getInputProps("name")}
      />
      <Select
        label={t("settings.regions.currency")}
        required
        data={store.currencies.map(({ code, name }) => ({
          value: code,
          label: `${code.toUpperCase()} · ${name}`,
        }))}
        allowDeselect={false}
        {...form.getInputProps("currency_code")}
      />
      <MultiSelect
        label={t("settings.regions.countries")}
        description={t("settings.regions.countriesText")}
        data={countries}
        searchable
        clearable
        nothingFoundMessage={t("find.nothing")}
        {...form.getInputProps("countries")}
      />
      <MultiSelect
        label={t("settings.regions.payment")}
        required
        data={providerChoices(store.payment_providers)}
        {...form.getInputProps("payment_providers")}
      />
      <MultiSelect
        label={t("settings.regions.fulfillment")}
        description={t("settings.regions.fulfillmentText")}
        data={providerChoices(store.fulfillment_providers)}
        {...form.getInputProps("fulfillment_providers")}
      />
      <NumberInput
        label={t("settings.regions.taxRate")}
        description={t("settings.regions.taxRateText")}
        unit="%"
        min={0}
        max={100}
        decimals={4}
        required
        {...form.getInputProps("tax_rate")}
      />
      <Switch
        label={t("settings.regions.includesTax")}
        {...form.getInputProps("includes_tax", { type: "checkbox" })}
      />
      <FormFields entity="region" form={form} />
    </EditForm>
  );
}
