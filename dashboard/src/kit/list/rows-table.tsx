import { ActionIcon, Box, Group, Text, VisuallyHidden } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { createColumnHelper, type RowData, useTable } from "@tanstack/react-table";
import { type ReactNode, type RefObject, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "./data-table.tsx";
import { type Features, features } from "./features.ts";
import type { Sorting } from "./sort-header.tsx";

export interface Column<Row> {
  id: string;
  header: string;
  /** Left out on a phone. */
  isWide?: boolean;
  cell(row: Row): ReactNode;
}

interface Props<Row> {
  caption: string;
  rows: Row[];
  columns: readonly Column<Row>[];
  /** The text in place of rows, if there are none. */
  empty: string;
  sorting?: Sorting | undefined;
  /** The row that the keyboard is at. */
  activeRow?: number;
  body?: RefObject<HTMLTableSectionElement | null>;
}

/** A short list: all of its rows are shown. */
export function RowsTable<Row extends RowData & { id: string }>(props: Props<Row>) {
  const { caption, rows, columns, empty, ...others } = props;
  const shown = useMemo(() => {
    const helper = createColumnHelper<Features, Row>();
    return helper.columns(
      columns.map(({ id, header, cell }) =>
        helper.display({ id, header: header || Unnamed, cell: ({ row }) => cell(row.original) }),
      ),
    );
  }, [columns]);
  const table = useTable({ features, columns: shown, data: rows, getRowId: ({ id }) => id });
  if (rows.length === 0) return <Text c="dimmed">{empty}</Text>;
  const phone = columns.filter(({ isWide }) => !isWide).map(({ id }) => id);
  return <DataTable table={table} caption={caption} phone={phone} {...others} />;
}

/** The header of a column of buttons is for screen readers only. It must not be placed outside of a table that scrolls. */
function Unnamed() {
  const { t } = useTranslation();
  return (
    <Box component="span" pos="relative">
      <VisuallyHidden component="span">{t("action.more")}</VisuallyHidden>
    </Box>
  );
}

interface ButtonsProps {
  /** The name of the row, for screen readers. */
  name: string;
  onEdit?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

export function RowButtons({ name, onEdit, onRemove }: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {onEdit && (
        <ActionIcon variant="subtle" aria-label={t("settings.editOf", { name })} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      )}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="red.8"
          aria-label={t("settings.removeOf", { name })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
