import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { useFormat } from "../../../../kit/format/format.ts";
import { features } from "../../../../kit/list/features.ts";
import { ListCard } from "../../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../../kit/list/list-footer.tsx";
import { PageTitle } from "../../../../kit/page/page-title.tsx";
import { type Discount, discountsQuery, PAGE_SIZE } from "../discount-queries.ts";
import { discountColumns } from "./discount-columns.tsx";
import { DiscountFilters } from "./discount-filters.tsx";
import type { DiscountSearch } from "./discount-search.ts";

export const discountsRoute = createLazyRoute("/shell/discounts")({ component: DiscountsPage });

const NONE: Discount[] = [];

function DiscountsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/discounts" });
  const { data, error, isFetching } = useQuery(discountsQuery(api, search));
  const columns = useMemo(() => discountColumns(t, format), [t, format]);
  const discounts = data?.discounts ?? NONE;
  const table = useTable({ features, columns, data: discounts, getRowId: ({ id }) => id });
  const show = (changed: DiscountSearch) => navigate({ to: "/discounts", search: changed });
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.discounts")}</PageTitle>
        {may("discounts:write") && (
          <Button renderRoot={(props) => <Link {...props} to="/discounts/new" />}>
            {t("discounts.new")}
          </Button>
        )}
      </Group>
      <DiscountFilters search={search} onShow={show} />
      <ListCard
        table={table}
        caption={t("nav.discounts")}
        numbers={["uses"]}
        phone={["code", "worth", "state"]}
        error={error}
        isLoading={isFetching && !data}
        empty={t(Object.keys(search).length > 0 ? "discounts.noneFound" : "discounts.none")}
      />
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("discounts.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}
