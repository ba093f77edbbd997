import { Button, Group } from "@mantine/core";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useListFields } from "../../../../data/platform/custom-fields/list-fields.tsx";
import { useMay } from "../../../../data/session/permissions.ts";
import { choiceFilter } from "../../../../kit/list/filters.tsx";
import { listPage } from "../../../../kit/list/list-page.tsx";
import { discountsQuery, PAGE_SIZE } from "../discount-queries.ts";
import { discountColumns } from "./discount-columns.tsx";
import { DISCOUNT_CODES, DISCOUNT_SORTS, DISCOUNT_STATES, DISCOUNT_TYPES } from "./discount-search.ts";

export const discountsRoute = createLazyRoute("/shell/discounts")({
  component: listPage({
    title: "nav.discounts",
    query: discountsQuery,
    rows: ({ discounts }) => discounts,
    pageSize: PAGE_SIZE,
    columns: discountColumns,
    useFields: () => useListFields("discount"),
    choice: { list: "discounts", columns: [], hidden: [] },
    numbers: ["uses"],
    phone: ["code", "worth", "state"],
    sorts: DISCOUNT_SORTS,
    empty: "discounts.none",
    noneFound: "discounts.noneFound",
    count: "discounts.count",
    find: { label: "discounts.find" },
    filters: [
      choiceFilter({
        name: "state",
        label: "discounts.state",
        values: DISCOUNT_STATES,
        textOf: (value) => `discounts.states.${value}`,
        width: 170,
      }),
      choiceFilter({
        name: "type",
        label: "discounts.type",
        values: DISCOUNT_TYPES,
        textOf: (value) => `discounts.types.${value}`,
        width: 170,
      }),
      choiceFilter({
        name: "codes",
        label: "discounts.codesTitle",
        values: DISCOUNT_CODES,
        textOf: (value) => `discounts.codes.${value}`,
        width: 170,
      }),
    ],
    clear: "discounts.clear",
    Actions: ({ list }) => (
      <Group gap="xs">
        {list.columnChoice}
        <NewDiscount />
      </Group>
    ),
  }),
});

function NewDiscount() {
  const { t } = useTranslation();
  if (!useMay()("discounts:write")) return null;
  return (
    <Button renderRoot={(props) => <Link {...props} to="/discounts/new" />}>{t("discounts.new")}</Button>
  );
}
