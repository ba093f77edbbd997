import { Button } from "@mantine/core";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { choiceFilter } from "../../../kit/list/filters.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import { priceListColumns } from "./price-list-columns.tsx";
import { PAGE_SIZE, priceListsQuery } from "./price-list-queries.ts";
import { PRICE_LIST_SORTS, PRICE_LIST_STATUSES, PRICE_LIST_TYPES } from "./price-list-search.ts";

export const priceListsRoute = createLazyRoute("/shell/price-lists")({
  component: listPage({
    title: "nav.priceLists",
    query: priceListsQuery,
    rows: ({ price_lists }) => price_lists,
    pageSize: PAGE_SIZE,
    columns: priceListColumns,
    phone: ["name", "state", "type"],
    sorts: PRICE_LIST_SORTS,
    empty: "priceLists.none",
    noneFound: "priceLists.noneFound",
    count: "priceLists.count",
    find: { label: "priceLists.find", width: 240 },
    filters: [
      choiceFilter({
        name: "type",
        label: "priceLists.type",
        values: PRICE_LIST_TYPES,
        textOf: (value) => `priceLists.types.${value}`,
      }),
      choiceFilter({
        name: "status",
        label: "priceLists.status",
        values: PRICE_LIST_STATUSES,
        textOf: (value) => `priceLists.states.${value}`,
      }),
    ],
    Actions: NewPriceList,
  }),
});

function NewPriceList() {
  const { t } = useTranslation();
  if (!useMay()("price-lists:write")) return null;
  return (
    <Button renderRoot={(props) => <Link {...props} to="/price-lists/new" />}>{t("priceLists.new")}</Button>
  );
}
