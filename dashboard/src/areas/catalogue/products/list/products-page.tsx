import { Button, Group } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ImportLink } from "../../../../data/import-export/import-link.tsx";
import { useListFields } from "../../../../data/platform/custom-fields/list-fields.tsx";
import { useMay } from "../../../../data/session/permissions.ts";
import type { List } from "../../../../kit/list/list-declaration.ts";
import { listPage } from "../../../../kit/list/list-page.tsx";
import { CatalogueTabs } from "../../catalogue-tabs.tsx";
import { PAGE_SIZE, productsQuery } from "../product-queries.ts";
import type { ProductSearch } from "../product-search.ts";
import { ProductsBulk } from "./bulk-bar.tsx";
import { CHOSEN_COLUMNS, type ListedProduct, productColumns } from "./product-columns.tsx";
import { ProductFilters } from "./product-filters.tsx";

const columnName = {
  collection: "products.filters.collection_id",
  type: "products.filters.type_id",
  channels: "products.filters.sales_channel_id",
  status: "products.status",
  stock: "products.stock",
  changed: "products.changed",
} as const;

export const productsRoute = createLazyRoute("/shell/products")({
  component: listPage({
    title: "nav.products",
    query: (api, search: ProductSearch, context) => productsQuery(api, search, context),
    extended: "products",
    useFields: () => useListFields("product"),
    rows: ({ products }) => products,
    pageSize: PAGE_SIZE,
    columns: productColumns,
    phone: ["select", "title", "status"],
    phoneBelow: ["stock", "changed"],
    sorts: { title: "title", changed: "updated_at" },
    choice: {
      list: "products",
      columns: CHOSEN_COLUMNS.map((id) => ({ id, label: columnName[id] })),
      hidden: ["type", "channels"],
    },
    useHiddenColumns: () => (useMay()("products:write") ? [] : ["select"]),
    empty: "products.none",
    noneFound: "products.noneFound",
    count: "products.count",
    Filters: ({ list: { search, show, fieldFilters } }) => (
      <ProductFilters search={search} onShow={show} fieldFilters={fieldFilters} />
    ),
    Above: CatalogueTabs,
    Actions: ProductActions,
    Bulk: ProductsBulk,
  }),
});

function ProductActions({ list }: { list: List<ProductSearch, ListedProduct> }) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <Group gap="xs">
      {list.columnChoice}
      <Button
        variant="default"
        leftSection={<IconTable size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/products/grid" search={list.search} />}
      >
        {t("products.grid")}
      </Button>
      <ImportLink type="product-import" />
      {may("products:write") && (
        <Button renderRoot={(props) => <Link {...props} to="/products/new" />}>{t("products.new")}</Button>
      )}
    </Group>
  );
}
