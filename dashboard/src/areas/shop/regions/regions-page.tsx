import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { regionsQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { type Column, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";

export const regionsRoute = createLazyRoute("/shell/settings/regions")({ component: RegionsPage });

type Region = Schemas["RegionWithCountries"];

function RegionsPage() {
  const { t } = useTranslation();
  const may = useMay();
  const regions = useQuery(regionsQuery(useApi()));
  const columns = useColumns();
  return (
    <SectionPage
      title={t("nav.sections.regions")}
      text={t("settings.texts.regions")}
      actions={
        may("settings:write") && (
          <Button component={Link} to="/settings/regions/new">
            {t("settings.regions.create")}
          </Button>
        )
      }
    >
      <Loaded of={regions}>
        {(data) => (
          <Card>
            <RowsTable
              caption={t("nav.sections.regions")}
              rows={data}
              columns={columns}
              empty={t("settings.regions.none")}
            />
          </Card>
        )}
      </Loaded>
    </SectionPage>
  );
}

function useColumns(): Column<Region>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const { nameOf } = useCountries();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("settings.name"),
        cell: ({ id, name }) => (
          <Anchor
            fw={600}
            renderRoot={(props) => <Link {...props} to="/settings/regions/$id" params={{ id }} />}
          >
            {name}
          </Anchor>
        ),
      },
      {
        id: "countries",
        header: t("settings.regions.countries"),
        cell: ({ countries }) => countries.map(({ iso_2 }) => nameOf(iso_2)).join(", ") || "–",
      },
      {
        id: "currency",
        header: t("settings.regions.currency"),
        cell: ({ currency_code }) => currency_code.toUpperCase(),
      },
      {
        id: "tax",
        isWide: true,
        header: t("settings.regions.taxRate"),
        cell: ({ tax_rate }) => format.percent(tax_rate / 100),
      },
    ],
    [t, format, nameOf],
  );
}
