import { Select, Switch, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { providerName } from "../../../data/shop/provider-name.ts";
import { RegionChoice } from "../../../data/shop/region-choice.tsx";
import type { Region } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { SectionPage } from "../../../kit/page/section-page.tsx";
import { taxProvidersQuery } from "../shop-queries.ts";
import { TaxRatesCard } from "./tax-rates-card.tsx";

export const taxesRoute = createLazyRoute("/shell/settings/taxes")({ component: TaxesPage });

function TaxesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { region: chosen } = useSearch({ from: "/shell/settings/taxes" });
  return (
    <SectionPage title={t("nav.sections.taxes")} text={t("settings.texts.taxes")}>
      <RegionChoice
        chosen={chosen}
        onChoose={(region) => void navigate({ to: "/settings/taxes", search: { region } })}
      >
        {(region) => (
          <>
            <Card title={t("settings.taxes.ofRegion")} text={t("settings.taxes.ofRegionText")}>
              <RegionTaxForm key={region.id} region={region} />
            </Card>
            <TaxRatesCard key={`rates of ${region.id}`} region={region} />
          </>
        )}
      </RegionChoice>
    </SectionPage>
  );
}

/** The calculation of the server itself has no provider. */
const BUILT_IN = "built-in";

function RegionTaxForm({ region }: { region: Region }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const { data: providers = [] } = useQuery(taxProvidersQuery(api));
  const params = { path: { id: region.id } };
  const edit = useEditForm({
    values: {
      tax_rate: region.tax_rate,
      tax_code: region.tax_code ?? "",
      tax_provider_id: region.tax_provider_id ?? BUILT_IN,
      automatic_taxes: region.automatic_taxes,
      gift_cards_taxable: region.gift_cards_taxable,
    },
    validate: { tax_rate: isNotEmpty(t("form.required")) },
    version: {
      read: region.updated_at,
      now: async () => (await api.GET("/admin/regions/{id}", { params })).data!.region.updated_at,
    },
    save: ({ tax_code, tax_provider_id, ...given }) =>
      api.POST("/admin/regions/{id}", {
        params,
        body: {
          ...given,
          tax_code: tax_code.trim() || null,
          tax_provider_id: tax_provider_id === BUILT_IN ? null : tax_provider_id,
        },
      }),
    refresh: ["regions", "shipping-options"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} mayEdit={may("settings:write")}>
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
      <TextInput
        label={t("settings.taxes.code")}
        description={t("settings.taxes.codeText")}
        {...form.getInputProps("tax_code")}
      />
      <Select
        label={t("settings.taxes.provider")}
        data={[
          { value: BUILT_IN, label: t("settings.taxes.builtIn") },
          ...providers.map(({ id }) => ({ value: id, label: providerName(id) })),
        ]}
        allowDeselect={false}
        {...form.getInputProps("tax_provider_id")}
      />
      <Switch
        label={t("settings.taxes.automatic")}
        description={t("settings.taxes.automaticText")}
        {...form.getInputProps("automatic_taxes", { type: "checkbox" })}
      />
      <Switch
        label={t("settings.taxes.giftCards")}
        {...form.getInputProps("gift_cards_taxable", { type: "checkbox" })}
      />
    </EditForm>
  );
}
