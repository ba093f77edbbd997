import { Group, Table } from "@mantine/core";
import type { Cell, ReactTable, RowData } from "@tanstack/react-table";
import { type RefObject, useDeferredValue } from "react";
import { useIsPhone } from "../page/use-is-phone.ts";
import styles from "./data-table.module.css";
import type { Features } from "./features.ts";
import { openRow } from "./open-row.ts";
import { SortHeader, type Sorting, sortOf } from "./sort-header.tsx";

export interface DataTableProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  caption: string;
  /** Columns of numbers are aligned at their end. */
  numbers?: readonly string[];
  /** The columns that a phone has place for. All, if absent. */
  phone?: readonly string[];
  /** The columns that a phone shows in a second line, below the first column with a link. */
  phoneBelow?: readonly string[];
  sorting?: Sorting | undefined;
  /** The row that the keyboard is at. */
  activeRow?: number;
  body?: RefObject<HTMLTableSectionElement | null>;
}

/** As many as a screen shows. */
const AT_ONCE = 20;

const unsorted: Sorting = { fields: {}, order: "", onSort() {} };

/** The rows of a table. Wide ones scroll by themselves, not the page. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, caption, numbers = [], phone, sorting = unsorted } = props;
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
                <Table.Th
                  key={header.id}
                  className={classOf(header.column.id)}
                  aria-sort={sortOf(sorting, header.column.id)}
                >
                  <SortHeader sorting={sorting} column={header.column.id}>
                    <table.FlexRender header={header} />
                  </SortHeader>
                </Table.Th>
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        {!isEmpty && <Rows {...props} isShown={isShown} classOf={classOf} isSmall={chosen !== undefined} />}
      </Table>
    </Table.ScrollContainer>
  );
}

interface RowsProps<Row extends RowData> extends DataTableProps<Row> {
  isShown(cell: { column: { id: string } }): boolean;
  classOf(column: string): string | undefined;
  isSmall: boolean;
}

/** The rows of a screen first: the page can be used while the others follow. */
function Rows<Row extends RowData>(props: RowsProps<Row>) {
  const { table, activeRow, body, isShown, classOf, isSmall, phoneBelow = [] } = props;
  const { rows } = table.getRowModel();
  const hasAll = useDeferredValue(true, false);
  return (
    <Table.Tbody {...(body && { ref: body })}>
      {(hasAll ? rows : rows.slice(0, AT_ONCE)).map((row, index) => {
        const cells = row.getVisibleCells();
        const shown = cells.filter(isShown);
        const main = shown.find(({ column }) => column.id !== "select");
        const below = isSmall
          ? phoneBelow.flatMap((id) => cells.find(({ column }) => column.id === id) ?? [])
          : [];
        return (
          <Table.Tr
            key={row.id}
            className={styles["row"]}
            onClick={openRow}
            data-active={index === activeRow || undefined}
          >
            {shown.map((cell) => (
              <Table.Td key={cell.id} className={classOf(cell.column.id)}>
                <table.FlexRender cell={cell} />
                {cell === main && below.length > 0 && <Below table={table} cells={below} />}
              </Table.Td>
            ))}
          </Table.Tr>
        );
      })}
    </Table.Tbody>
  );
}

interface BelowProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  cells: readonly Cell<Features, Row, unknown>[];
}

const Below = <Row extends RowData>({ table, cells }: BelowProps<Row>) => (
  <Group gap="4px 8px" fz="sm" c="dimmed" mt={2}>
    {cells.map((cell) => (
      <span key={cell.id}>
        <table.FlexRender cell={cell} />
      </span>
    ))}
  </Group>
);
