import { createColumnHelper, type RowData } from "@tanstack/react-table";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Features } from "../list/features.ts";
import type { ListName, ShopRow } from "./contract.ts";
import type { ExtraColumn } from "./extra-column.ts";
import { usePluginParts } from "./plugin-parts.ts";

const NO_COLUMNS: readonly ExtraColumn[] = [];

/** The columns that plugins add to a list, and whether it waits for them. */
export function useExtraColumns(list: ListName | undefined) {
  const { columns, holdsLists } = usePluginParts();
  const extra = (list && columns[list]) ?? NO_COLUMNS;
  return { extra, isHeld: list !== undefined && holdsLists };
}

/** It must not be placed outside of a table that scrolls. */
const Unnamed = ({ name }: { name: string }) => (
  <span style={{ position: "relative" }}>
    <span className="visually-hidden">{name}</span>
  </span>
);

/** As the table has columns. */
export function useExtraTableColumns<Row extends RowData>(extra: readonly ExtraColumn[]) {
  const { t } = useTranslation();
  return useMemo(() => {
    const helper = createColumnHelper<Features, Row>();
    return helper.columns(
      extra.map(({ id, label, Cell, isChosen }) =>
        helper.display({
          id,
          // A column of buttons has its name for screen readers.
          header: isChosen ? label() : () => <Unnamed name={t("action.more")} />,
          cell: ({ row, table }) => (
            <Cell
              row={row.original as ShopRow}
              idsOf={() => table.getRowModel().rows.map(({ id: ofRow }) => ofRow)}
              rowsOf={() => table.getRowModel().rows.map(({ original }) => original as ShopRow)}
            />
          ),
        }),
      ),
    );
  }, [extra, t]);
}
