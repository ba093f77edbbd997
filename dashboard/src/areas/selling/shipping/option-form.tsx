import { Checkbox, Group, SegmentedControl, Select, Text, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { providerName } from "../../../data/shop/provider-name.ts";
import type { Region } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { type EditedForm, useEditForm } from "../../../kit/form/use-edit-form.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { type OptionValues, type ShippingOption, saveOption, valuesOf } from "./option-values.ts";
import { carrierServicesQuery, shippingProfilesQuery } from "./shipping-queries.ts";

interface Props {
  option: ShippingOption | null;
  region: Region;
  isReturn: boolean;
}

export function OptionForm({ option, region, isReturn }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const needed = t("form.required");
  const edit = useEditForm<OptionValues, unknown>({
    values: valuesOf(option),
    validate: {
      name: isNotEmpty(needed),
      service: (service) => (option === null && service === "" ? needed : null),
      amount: (amount, { price_type }) => (price_type === "flat_rate" && amount === null ? needed : null),
      max: (max, { min }) =>
        max !== null && min !== null && max <= min ? t("settings.shipping.maxTooSmall") : null,
    },
    save: (given) => saveOption(api, { option, region, isReturn }, given),
    fieldOf: (message) =>
      /provider|fulfillment/i.test(message) ? "service" : /subtotal/i.test(message) ? "max" : undefined,
    refresh: ["shipping-options"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={option ? t("action.save") : t("action.create")}>
      <TextInput label={t("settings.name")} required data-autofocus {...form.getInputProps("name")} />
      {option === null && <ServiceFields edit={edit} region={region} isReturn={isReturn} />}
      <PriceFields edit={edit} currency={region.currency_code} />
      {!isReturn && <Limits edit={edit} currency={region.currency_code} />}
      <Checkbox
        label={t("settings.shipping.adminOnly")}
        {...form.getInputProps("admin_only", { type: "checkbox" })}
      />
      <Checkbox
        label={t("settings.shipping.includesTax")}
        {...form.getInputProps("includes_tax", { type: "checkbox" })}
      />
    </EditForm>
  );
}

type Edit = EditedForm<OptionValues>;

/** What a new option is made from. */
function ServiceFields({ edit: { form }, region, isReturn }: Omit<Props, "option"> & { edit: Edit }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: carriers = [] } = useQuery(carrierServicesQuery(api, region.id));
  const { data: profiles = [] } = useQuery(shippingProfilesQuery(api));
  const services = carriers.flatMap(({ provider_id, options }) =>
    (options as { id?: string; name?: string; is_return?: boolean }[])
      .filter(({ is_return = false }) => is_return === isReturn)
      .map((data) => ({
        value: JSON.stringify({ provider_id, data }),
        label: `${providerName(provider_id)} · ${data.name ?? data.id ?? ""}`,
      })),
  );
  const only = services.length === 1 ? services[0]!.value : null;
  // Where there is nothing to choose, it is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is not what changes
  useEffect(() => {
    if (only && !form.values.service) form.setFieldValue("service", only);
  }, [only]);
  return (
    <>
      <Select
        label={t("settings.shipping.service")}
        description={t("settings.shipping.serviceText")}
        required
        data={services}
        allowDeselect={false}
        nothingFoundMessage={t("settings.shipping.noServices")}
        {...form.getInputProps("service")}
      />
      <Select
        label={t("settings.shipping.profile")}
        placeholder={t("settings.shipping.defaultProfile")}
        data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
        clearable
        value={form.values.profile_id || null}
        onChange={(id) => form.setFieldValue("profile_id", id ?? "")}
      />
    </>
  );
}

interface MoneyProps {
  edit: Edit;
  currency: string;
}

function PriceFields({ edit: { form }, currency }: MoneyProps) {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <Text size="sm" fw={500} id="price-type">
          {t("settings.shipping.price")}
        </Text>
        <SegmentedControl
          aria-labelledby="price-type"
          data={[
            { value: "flat_rate", label: t("settings.shipping.flat") },
            { value: "calculated", label: t("settings.shipping.calculated") },
          ]}
          {...form.getInputProps("price_type")}
        />
      </div>
      {form.values.price_type === "flat_rate" && (
        <MoneyInput
          label={t("settings.shipping.amount")}
          currency={currency}
          required
          {...form.getInputProps("amount")}
          value={form.values.amount}
        />
      )}
    </>
  );
}

function Limits({ edit: { form }, currency }: MoneyProps) {
  const { t } = useTranslation();
  return (
    <Group grow align="flex-start">
      <MoneyInput
        label={t("settings.shipping.min")}
        currency={currency}
        {...form.getInputProps("min")}
        value={form.values.min}
      />
      <MoneyInput
        label={t("settings.shipping.max")}
        currency={currency}
        {...form.getInputProps("max")}
        value={form.values.max}
      />
    </Group>
  );
}
