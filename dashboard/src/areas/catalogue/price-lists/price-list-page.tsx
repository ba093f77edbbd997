import { Button, Grid, Group, Paper } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ImportLink } from "../../../data/import-export/import-link.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { bodyOf, PriceListFields, type PriceListValues, valuesOf } from "./price-list-form.tsx";
import { type PriceList, priceListQuery, readPriceList } from "./price-list-queries.ts";
import { PriceListState } from "./price-list-state.tsx";
import { PricePreview } from "./price-preview.tsx";
import { PricesCard } from "./prices-card.tsx";

export const priceListRoute = createLazyRoute("/shell/price-lists/$id")({ component: PriceListPage });

function PriceListPage() {
  const { t } = useTranslation();
  const may = useMay();
  const { id } = useParams({ from: "/shell/price-lists/$id" });
  return (
    <DetailPage
      of={useQuery(priceListQuery(useApi(), id))}
      back={<BackLink to="/price-lists">{t("priceLists.back")}</BackLink>}
    >
      {(list) => ({
        title: list.name,
        badges: <PriceListState list={list} />,
        actions: (
          <Group gap="xs">
            <ImportLink type="price-list-import" list={list.id} />
            {may("price-lists:write") && <DeleteButton list={list} />}
          </Group>
        ),
        body: (
          <>
            <Grid>
              <Grid.Col span={{ base: 12, md: 6 }}>
                <Paper withBorder p="md">
                  <TermsForm list={list} />
                </Paper>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 6 }}>
                <PricePreview list={list} />
              </Grid.Col>
            </Grid>
            <PricesCard key={list.id} list={list} />
          </>
        ),
      })}
    </DetailPage>
  );
}

function TermsForm({ list }: { list: PriceList }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const edit = useEditForm<PriceListValues, unknown>({
    values: valuesOf(list),
    refresh: ["price-lists", "price-list"],
    version: { read: list.updated_at, now: async () => (await readPriceList(api, list.id)).updated_at },
    validate: { name: (name: string) => (name.trim() ? null : t("form.required")) },
    save: (values) =>
      api.POST("/admin/price-lists/{id}", { params: { path: { id: list.id } }, body: bodyOf(values) }),
  });
  return (
    <EditForm edit={edit} mayEdit={may("price-lists:write")}>
      <PriceListFields form={edit.form} groups={list.customer_groups} />
    </EditForm>
  );
}

function DeleteButton({ list }: { list: PriceList }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const action = useAction(["price-lists"]);
  const remove = () =>
    action.start({
      question: {
        title: t("priceLists.deleteTitle", { name: list.name }),
        text: t("priceLists.deleteText"),
        confirm: t("priceLists.delete"),
      },
      run: () => api.DELETE("/admin/price-lists/{id}", { params: { path: { id: list.id } } }),
      done: t("priceLists.deleted"),
      onDone: () => navigate({ to: "/price-lists" }),
    });
  return (
    <Button variant="default" loading={action.isPending} onClick={remove}>
      {t("priceLists.delete")}
    </Button>
  );
}
