import { Button, Group, Stack } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type RowSelectionState, useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ImportLink } from "../../../../data/import-export/import-link.tsx";
import { useMay } from "../../../../data/session/permissions.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { useFormat } from "../../../../kit/format/format.ts";
import { ColumnChoice, useChosenColumns } from "../../../../kit/list/column-choice.tsx";
import { features } from "../../../../kit/list/features.ts";
import { ListCard } from "../../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../../kit/list/list-footer.tsx";
import { PageTitle } from "../../../../kit/page/page-title.tsx";
import { CatalogueTabs } from "../../catalogue-tabs.tsx";
import { PAGE_SIZE, productsQuery } from "../product-queries.ts";
import type { ProductSearch } from "../product-search.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { CHOSEN_COLUMNS, type ListedProduct, productColumns } from "./product-columns.tsx";
import { ProductFilters } from "./product-filters.tsx";

export const productsRoute = createLazyRoute("/shell/products")({ component: ProductsPage });

const NONE: ListedProduct[] = [];
const columnName = {
  collection: "filters.collection_id",
  type: "filters.type_id",
  channels: "filters.sales_channel_id",
  status: "status",
  stock: "stock",
  changed: "changed",
} as const;

function ProductsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/products" });
  const { visibility, choose } = useChosenColumns("products", ["type", "channels"]);
  const { data, error, isFetching } = useQuery(
    productsQuery(api, search, (column) => visibility[column] !== false),
  );
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const columns = useMemo(() => productColumns(t, format), [t, format]);
  const products = data?.products ?? NONE;
  const table = useTable({
    features,
    columns,
    data: products,
    getRowId: ({ id }) => id,
    state: { rowSelection, columnVisibility: { ...visibility, select: may("products:write") } },
    onRowSelectionChange: setRowSelection,
  });
  const show = (changed: ProductSearch) => {
    setRowSelection({});
    return navigate({ to: "/products", search: changed });
  };
  return (
    <Stack>
      <CatalogueTabs />
      <Group justify="space-between">
        <PageTitle>{t("nav.products")}</PageTitle>
        <Group gap="xs">
          <ColumnChoice
            columns={CHOSEN_COLUMNS.map((id) => ({ id, label: t(`products.${columnName[id]}`) }))}
            visibility={visibility}
            onChoose={choose}
          />
          <Button
            variant="default"
            leftSection={<IconTable size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/products/grid" search={search} />}
          >
            {t("products.grid")}
          </Button>
          <ImportLink type="product-import" />
          {may("products:write") && (
            <Button renderRoot={(props) => <Link {...props} to="/products/new" />}>
              {t("products.new")}
            </Button>
          )}
        </Group>
      </Group>
      <ProductFilters search={search} onShow={show} />
      <BulkBar products={products.filter(({ id }) => rowSelection[id])} onDone={() => setRowSelection({})} />
      <ListCard
        table={table}
        caption={t("nav.products")}
        phone={["select", "title", "status"]}
        error={error}
        isLoading={isFetching && !data}
        empty={t(Object.keys(search).length > 0 ? "products.noneFound" : "products.none")}
      />
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("products.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}
