import { Table } from "@mantine/core";
import type { ReactTable, RowData } from "@tanstack/react-table";
import { useDeferredValue } from "react";
import { useIsPhone } from "../page/use-is-phone.ts";
import type { Features } from "./features.ts";

export interface DataTableProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  caption: string;
  /** Columns of numbers are aligned at their end. */
  numbers?: readonly string[];
  /** The columns that a phone has place for. All, if absent. */
  phone?: readonly string[];
  /** The row that the keyboard is at. */
  activeRow?: number;
}

/** As many as a screen shows. */
const AT_ONCE = 20;

/** The rows of a table. Wide ones scroll by themselves, not the page. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, caption, numbers = [], phone } = props;
  const chosen = useIsPhone() ? phone : undefined;
  const isShown = ({ column }: { column: { id: string } }) => !chosen || chosen.includes(column.id);
  const classOf = (column: string) => (numbers.includes(column) ? "number" : undefined);
  // A table of two or three columns fits on a phone; one of many scrolls.
  const minWidth = chosen ? 0 : Math.min(640, table.getVisibleLeafColumns().length * 105);
  const isEmpty = table.getRowModel().rows.length === 0;
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native">
      <Table stickyHeader highlightOnHover aria-label={caption}>
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {group.headers.filter(isShown).map((header) => (
                <Table.Th key={header.id} className={classOf(header.column.id)}>
                  <table.FlexRender header={header} />
                </Table.Th>
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        {!isEmpty && <Rows {...props} isShown={isShown} classOf={classOf} />}
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowsProps<Row extends RowData> extends DataTableProps<Row> {
  isShown(cell: { column: { id: string } }): boolean;
  classOf(column: string): string | undefined;
}

/** The rows of a screen first: the page can be used while the others follow. */
function Rows<Row extends RowData>({ table, activeRow, isShown, classOf }: RowsProps<Row>) {
  const { rows } = table.getRowModel();
  const hasAll = useDeferredValue(true, false);
  return (
    <Table.Tbody>
      {(hasAll ? rows : rows.slice(0, AT_ONCE)).map((row, index) => (
        <Table.Tr key={row.id} data-active={index === activeRow || undefined}>
          {row
            .getVisibleCells()
            .filter(isShown)
            .map((cell) => (
              <Table.Td key={cell.id} className={classOf(cell.column.id)}>
                <table.FlexRender cell={cell} />
              </Table.Td>
            ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
