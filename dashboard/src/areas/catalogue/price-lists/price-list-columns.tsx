import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import type { PriceList } from "./price-list-queries.ts";
import { PriceListState } from "./price-list-state.tsx";

const helper = createColumnHelper<Features, PriceList>();

export const priceListColumns = (t: TFunction, format: Format) =>
  helper.columns([
    helper.display({
      id: "name",
      header: t("priceLists.name"),
      cell: ({ row: { original: list } }) => (
        <>
          <Anchor
            fw={600}
            renderRoot={(props) => <Link {...props} to="/price-lists/$id" params={{ id: list.id }} />}
          >
            {list.name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {list.description}
          </Text>
        </>
      ),
    }),
    helper.display({
      id: "state",
      header: t("priceLists.state"),
      cell: ({ row }) => <PriceListState list={row.original} />,
    }),
    helper.accessor(({ type }) => t(`priceLists.types.${type}`), {
      id: "type",
      header: t("priceLists.type"),
    }),
    helper.accessor(
      ({ customer_groups }) =>
        customer_groups.map(({ name }) => name).join(", ") || t("priceLists.everybody"),
      { id: "groups", header: t("priceLists.groups") },
    ),
    helper.accessor("starts_at", {
      id: "starts",
      header: t("priceLists.starts"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
    helper.accessor("ends_at", {
      id: "ends",
      header: t("priceLists.ends"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
  ]);
