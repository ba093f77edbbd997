import { Paper, Stack } from "@mantine/core";
import { createLazyRoute, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { bodyOf, newPriceList, PriceListFields, type PriceListValues } from "./price-list-form.tsx";

export const newPriceListRoute = createLazyRoute("/shell/price-lists/new")({ component: NewPriceListPage });

/** The prices follow on the page of the list. */
function NewPriceListPage() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const edit = useEditForm<PriceListValues, string>({
    values: newPriceList,
    refresh: ["price-lists"],
    validate: { name: (name: string) => (name.trim() ? null : t("form.required")) },
    async save(values) {
      const body = { ...bodyOf(values), prices: [] };
      return (await api.POST("/admin/price-lists", { body })).data!.price_list.id;
    },
    onSaved: (id) => navigate({ to: "/price-lists/$id", params: { id } }),
  });
  return (
    <Stack maw={720}>
      <BackLink to="/price-lists">{t("priceLists.back")}</BackLink>
      <PageTitle>{t("priceLists.new")}</PageTitle>
      <Paper withBorder p="md">
        <EditForm edit={edit} submit={t("priceLists.create")}>
          <PriceListFields form={edit.form} groups={[]} />
        </EditForm>
      </Paper>
    </Stack>
  );
}
