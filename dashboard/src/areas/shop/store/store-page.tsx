import { Select, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { channelsQuery, storeQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { ShopDetailsCard } from "./shop-details-card.tsx";

export const storeRoute = createLazyRoute("/shell/settings/store")({ component: StorePage });

const LINKS = ["invite_link_template", "payment_link_template", "swap_link_template"] as const;

function StorePage() {
  const { t } = useTranslation();
  const may = useMay();
  const store = useQuery(storeQuery(useApi()));
  return (
    <SectionPage title={t("nav.sections.store")} text={t("settings.texts.store")}>
      <Loaded of={store}>{(data) => <StoreForm store={data} />}</Loaded>
      {may("orders:read") && <ShopDetailsCard />}
    </SectionPage>
  );
}

function StoreForm({ store }: { store: Schemas["AdminStoreSettings"] }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const { data: channels = [] } = useQuery(channelsQuery(api));
  const edit = useEditForm({
    values: {
      name: store.name,
      default_currency_code: store.default_currency_code,
      default_sales_channel_id: store.default_sales_channel_id ?? "",
      invite_link_template: store.invite_link_template ?? "",
      payment_link_template: store.payment_link_template ?? "",
      swap_link_template: store.swap_link_template ?? "",
    },
    validate: { name: isNotEmpty(t("form.required")) },
    version: {
      read: store.updated_at,
      now: async () => (await api.GET("/admin/store")).data!.store.updated_at,
    },
    save: ({ default_sales_channel_id, ...given }) =>
      api.POST("/admin/store", {
        body: {
          ...given,
          ...Object.fromEntries(LINKS.map((link) => [link, given[link].trim() || null])),
          ...(default_sales_channel_id !== "" && { default_sales_channel_id }),
        },
      }),
    refresh: ["store"],
  });
  const { form } = edit;
  return (
    <Card>
      <EditForm edit={edit} name={t("nav.sections.store")} mayEdit={may("settings:write")}>
        <TextInput label={t("settings.store.name")} required {...form.getInputProps("name")} />
        <Select
          label={t("settings.store.defaultCurrency")}
          description={t("settings.store.defaultCurrencyText")}
          data={store.currencies.map(({ code, name }) => ({
            value: code,
            label: `${code.toUpperCase()} · ${name}`,
          }))}
          allowDeselect={false}
          {...form.getInputProps("default_currency_code")}
        />
        <Select
          label={t("settings.store.defaultChannel")}
          description={t("settings.store.defaultChannelText")}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps("default_sales_channel_id")}
        />
        {LINKS.map((link) => (
          <TextInput
            key={link}
            label={t(`settings.store.links.${link}`)}
            description={t(`settings.store.linkTexts.${link}`)}
            placeholder={t(`settings.store.linkExamples.${link}`)}
            type="url"
            {...form.getInputProps(link)}
          />
        ))}
      </EditForm>
    </Card>
  );
}
