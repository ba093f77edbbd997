import { Alert, LoadingOverlay, Paper, Text } from "@mantine/core";
import type { ReactTable, RowData } from "@tanstack/react-table";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { DataTable } from "./data-table.tsx";
import type { Features } from "./features.ts";

interface Props<Row extends RowData> {
  table: ReactTable<Features, Row>;
  caption: string;
  numbers?: readonly string[];
  error: Error | null;
  isLoading: boolean;
  /** What is said instead of rows, if there are none. */
  empty: string;
}

/** A table with what is shown while it loads, when it is empty, and when it could not be loaded. */
export function ListCard<Row extends RowData>(props: Props<Row>) {
  const { table, caption, numbers = [], error, isLoading, empty } = props;
  const { t } = useTranslation();
  const isEmpty = !isLoading && !error && table.getRowModel().rows.length === 0;
  return (
    <>
      {error && (
        <Alert color="red" role="alert">
          {messageOf(error, t)}
        </Alert>
      )}
      <Paper withBorder pos="relative" aria-busy={isLoading}>
        <LoadingOverlay visible={isLoading && !error} />
        <DataTable table={table} caption={caption} numbers={numbers} />
        {isEmpty && (
          <Text p="xl" ta="center" c="dimmed">
            {empty}
          </Text>
        )}
      </Paper>
    </>
  );
}
