import { MultiSelect, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { findProducts, findProductTypes } from "../../../data/catalogue/product-choices.ts";
import type { Region } from "../../../data/shop/settings-queries.ts";
import { shippingOptionsQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { FoundMultiSelect } from "../../../kit/inputs/found-multi-select.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";

export type TaxRate = Schemas["AdminTaxRate"];

const idsOf = (rows: readonly { id: string }[] | undefined) => (rows ?? []).map(({ id }) => id);

export function TaxRateForm({ rate, region }: { rate: TaxRate | null; region: Region }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: options = [] } = useQuery(shippingOptionsQuery(api, region.id));
  const required = isNotEmpty(t("form.required"));
  const edit = useEditForm({
    values: {
      name: rate?.name ?? "",
      code: rate?.code ?? "",
      rate: (rate?.rate ?? "") as number | "",
      products: idsOf(rate?.products),
      product_types: idsOf(rate?.product_types),
      shipping_options: idsOf(rate?.shipping_options),
    },
    validate: { name: required, code: required, rate: (value) => (value === "" ? t("form.required") : null) },
    save({ rate: percent, ...given }) {
      const body = { ...given, rate: Number(percent) };
      return rate
        ? api.POST("/admin/tax-rates/{id}", { params: { path: { id: rate.id } }, body })
        : api.POST("/admin/tax-rates", { body: { ...body, region_id: region.id } });
    },
    refresh: ["tax-rates", "shipping-options"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={rate ? t("action.save") : t("settings.taxes.createRate")}>
      <TextInput label={t("settings.name")} required data-autofocus {...form.getInputProps("name")} />
      <TextInput label={t("settings.taxes.code")} required {...form.getInputProps("code")} />
      <NumberInput
        label={t("settings.taxes.rate")}
        unit="%"
        min={0}
        max={100}
        decimals={4}
        required
        {...form.getInputProps("rate")}
      />
      <FoundMultiSelect
        label={t("settings.taxes.products")}
        searchKey={["products", "choices"]}
        find={(text) => findProducts(api, text)}
        known={(rate?.products ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        {...form.getInputProps("products")}
      />
      <FoundMultiSelect
        label={t("settings.taxes.types")}
        searchKey={["product-types", "choices"]}
        find={(text) => findProductTypes(api, text)}
        known={(rate?.product_types ?? []).map(({ id, value }) => ({ value: id, label: value }))}
        {...form.getInputProps("product_types")}
      />
      <MultiSelect
        label={t("settings.taxes.options")}
        searchable
        data={options.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps("shipping_options")}
      />
    </EditForm>
  );
}
