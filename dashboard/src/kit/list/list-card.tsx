import { Alert, LoadingOverlay, Paper, Text } from "@mantine/core";
import type { RowData } from "@tanstack/react-table";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";

interface Props<Row extends RowData> extends DataTableProps<Row> {
  error: Error | null;
  isLoading: boolean;
  /** The text in place of rows, if there are none. */
  empty: string;
}

/** A table with what is shown while it loads, when it is empty, and when it could not be loaded. */
export function ListCard<Row extends RowData>(props: Props<Row>) {
  const { error, isLoading, empty, ...rows } = props;
  const { t } = useTranslation();
  const isEmpty = !isLoading && !error && rows.table.getRowModel().rows.length === 0;
  return (
    <>
      {error && (
        <Alert color="red" role="alert">
          {messageOf(error, t)}
        </Alert>
      )}
      <Paper withBorder pos="relative" aria-busy={isLoading}>
        <LoadingOverlay visible={isLoading && !error} />
        <DataTable {...rows} />
        {isEmpty && (
          <Text p="xl" ta="center" c="dimmed">
            {empty}
          </Text>
        )}
      </Paper>
    </>
  );
}
