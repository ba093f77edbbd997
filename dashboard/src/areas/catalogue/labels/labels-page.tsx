import { Anchor, Grid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { typesQuery } from "../../../data/catalogue/label-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { type Column, RowsTable } from "../../../kit/list/rows-table.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { Card } from "../../../kit/page/section-card.tsx";
import { CatalogueTabs } from "../catalogue-tabs.tsx";
import { tagUsageQuery } from "./tag-usage-query.ts";

export const labelsRoute = createLazyRoute("/shell/products/labels")({ component: LabelsPage });

interface Label {
  id: string;
  value: string;
  /** How many products have it, if the server says so. */
  usage_count?: string;
}

/** Tags and types come and go with the products that have them. */
function LabelsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const tags = useQuery(tagUsageQuery(api));
  const types = useQuery(typesQuery(api));
  const error = tags.error ?? types.error;
  if (error) return <PageError error={error} />;
  if (!tags.data || !types.data) return <PageLoading />;
  return (
    <Stack>
      <CatalogueTabs />
      <PageTitle>{t("catalogue.labels")}</PageTitle>
      <Text size="sm" c="dimmed">
        {t("catalogue.labelsHint")}
      </Text>
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Card title={t("catalogue.tags")}>
            <LabelTable caption={t("catalogue.tags")} rows={tags.data} filter="tags" />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Card title={t("catalogue.types")}>
            <LabelTable caption={t("catalogue.types")} rows={types.data} filter="type_id" />
          </Card>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

interface TableProps {
  caption: string;
  rows: Label[];
  filter: "tags" | "type_id";
}

function LabelTable({ caption, rows, filter }: TableProps) {
  const { t } = useTranslation();
  const columns = useMemo(
    (): Column<Label>[] => [
      { id: "value", header: t("catalogue.name"), cell: ({ value }) => value },
      {
        id: "products",
        header: t("nav.products"),
        cell: ({ id, usage_count }) => (
          <Anchor renderRoot={(props) => <Link {...props} to="/products" search={{ [filter]: [id] }} />}>
            {usage_count === undefined
              ? t("catalogue.show")
              : t("products.count", { count: Number(usage_count) })}
          </Anchor>
        ),
      },
    ],
    [t, filter],
  );
  return <RowsTable caption={caption} rows={rows} columns={columns} empty={t("find.nothing")} />;
}
