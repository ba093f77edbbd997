import type { Header, ReactTable, RowData, Row as TableRow } from "@tanstack/react-table";
import { type RefObject, useDeferredValue } from "react";
import { useIsPhone } from "../page/use-is-phone.ts";
import styles from "./data-table.module.css";
import type { Features } from "./features.ts";
import { FIELD_COLUMN } from "./field-filters.ts";
import { openRow } from "./open-row.ts";
import { PlainTable } from "./plain-table.tsx";
import { SortHeader, type Sorting, sortOf } from "./sort-header.tsx";
import { type Layout, layoutOf, ROLES } from "./table-layout.ts";

export interface DataTableProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  caption: string;
  /** Columns of numbers are aligned at their end. */
  numbers?: readonly string[];
  /** The columns that a phone has place for. All, if absent. */
  phone?: readonly string[];
  /** The columns that a phone shows in a second line of the row. */
  phoneBelow?: readonly string[];
  sorting?: Sorting | undefined;
  /** The row that the keyboard is at. */
  activeRow?: number;
  body?: RefObject<HTMLTableSectionElement | null>;
}

/** As many as a screen shows. */
const AT_ONCE = 15;

const unsorted: Sorting = { fields: {}, order: "", onSort() {} };

/**
 * The rows of a table, in elements without components: a page has hundreds of cells. Wide tables scroll by themselves, not the
 * page. On a phone the styles can make two lines of a row.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, caption, sorting = unsorted } = props;
  const layout = layoutOf(props, useIsPhone());
  const isEmpty = table.getRowModel().rows.length === 0;
  const minWidth = layout.isSmall ? 0 : widthOf(table.getVisibleLeafColumns());
  return (
    <PlainTable
      label={caption}
      minWidth={minWidth}
      className={layout.hasTwoLines ? styles["twoLines"] : undefined}
    >
      <thead {...ROLES.group}>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} {...ROLES.row}>
            {layout.shown(group.headers).map((header) => (
              <Head key={header.id} table={table} header={header} sorting={sorting} layout={layout} />
            ))}
          </tr>
        ))}
      </thead>
      {!isEmpty && <Rows {...props} layout={layout} />}
    </PlainTable>
  );
}

/** A table of two or three columns fits on a phone; one of many scrolls. There may be any number of fields of the shop. */
function widthOf(columns: readonly { id: string }[]): number {
  const fields = columns.filter(({ id }) => id.startsWith(FIELD_COLUMN)).length;
  const own = columns.length - fields;
  return fields > 0 ? own * 105 + fields * 130 : Math.min(640, own * 105);
}

interface HeadProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  header: Header<Features, Row, unknown>;
  sorting: Sorting;
  layout: Layout;
}

function Head<Row extends RowData>({ table, header, sorting, layout }: HeadProps<Row>) {
  const { id } = header.column;
  return (
    <th
      scope="col"
      {...ROLES.header}
      className={layout.classOf(id)}
      aria-sort={sortOf(sorting, id)}
      data-is-sorted={sorting.fields[id] !== undefined || undefined}
    >
      <SortHeader sorting={sorting} column={id}>
        <table.FlexRender header={header} />
      </SortHeader>
    </th>
  );
}

/** The rows of a screen first: the page can be used while the others follow. */
function Rows<Row extends RowData>(props: DataTableProps<Row> & { layout: Layout }) {
  const { table, activeRow, body, layout } = props;
  const { rows } = table.getRowModel();
  const hasAll = useDeferredValue(true, false);
  return (
    <tbody {...ROLES.group} {...(body && { ref: body })}>
      {(hasAll ? rows : rows.slice(0, AT_ONCE)).map((row, index) => (
        <DataRow key={row.id} table={table} row={row} isActive={index === activeRow} layout={layout} />
      ))}
    </tbody>
  );
}

interface RowProps<Row extends RowData> {
  table: ReactTable<Features, Row>;
  row: TableRow<Features, Row>;
  isActive: boolean;
  layout: Layout;
}

const DataRow = <Row extends RowData>({ table, row, isActive, layout }: RowProps<Row>) => (
  <tr {...ROLES.row} className={styles["row"]} onClick={openRow} data-active={isActive || undefined}>
    {layout.shown(row.getVisibleCells()).map((cell) => (
      <td key={cell.id} {...ROLES.cell} className={layout.classOf(cell.column.id)}>
        <table.FlexRender cell={cell} />
      </td>
    ))}
  </tr>
);
