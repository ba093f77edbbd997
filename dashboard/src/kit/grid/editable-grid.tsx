import { useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { features } from "../list/features.ts";
import type { Next } from "./cell-editor.tsx";
import { cellText, parsedCell } from "./cell-text.ts";
import styles from "./grid.module.css";
import type { Edit } from "./grid-column.ts";
import { cellId, type Editing, GridRow, isNumber } from "./grid-row.tsx";
import { type NotTaken, NotTakenNotice, notTakenOf, type PastedCell } from "./not-taken.tsx";
import { type Block, useGridCursor } from "./use-grid-cursor.ts";
import type { CellEdit, GridEdits } from "./use-grid-edits.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import type { GridSource, RowProblems } from "./use-grid-saving.ts";
import { useShownCursor } from "./use-shown-cursor.ts";

const ROW_HEIGHT = 36;

interface Props<Row extends object> {
  label: string;
  source: GridSource<Row>;
  edits: GridEdits;
  problems: RowProblems;
  mayEdit: boolean;
  isChild?(row: Row): boolean;
  /** Words that a list without choices offers. */
  suggestions?: readonly string[];
  /** The name of a row, for what is said about it. */
  titleOf(row: Row): string;
  /** Where values belong that a row has no cell for. */
  absentHelp?: string;
  /** Called when another block is selected. It stays the same function. */
  onSelect?(block: Block): void;
}

const NO_WORDS: readonly string[] = [];
const STEPS: Record<Next, [number, number]> = { down: [1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] };

/** Many rows that are edited like a spreadsheet: with the arrows, by typing, and by pasting a block. */
export function EditableGrid<Row extends object>(props: Props<Row>) {
  const { label, source, edits, problems, mayEdit, isChild, titleOf, suggestions = NO_WORDS } = props;
  const { columns, idOf } = source;
  const { i18n } = useTranslation();
  const grid = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLTableElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [notTaken, setNotTaken] = useState<readonly NotTaken[]>([]);
  const tableColumns = useMemo(
    () => columns.map(({ id, header, read }) => ({ id, header, accessorFn: read as (row: Row) => unknown })),
    [columns],
  );
  const table = useTable({ features, columns: tableColumns, data: source.rows as Row[], getRowId: idOf });
  const rows = table.getRowModel().rows;
  const size = { rows: rows.length, columns: columns.length };
  const cursor = useGridCursor(size);
  const { at, block } = cursor;
  useReportedBlock(block, props.onSelect);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollPaddingStart: ROW_HEIGHT,
  });
  useShownCursor({ scroller, virtualizer, grid, at });

  const language = i18n.language;
  const editAt = (row: number, column: number) => edits.edits.get(rows[row]!.id)?.[columns[column]!.id];
  const isEditable = (row: number, column: number) => {
    const place = columns[column];
    const found = rows[row];
    return mayEdit && place && found && !place.isFixed && place.read(found.original) !== undefined;
  };
  const textAt = (row: number, column: number) => {
    const edit = editAt(row, column);
    if (edit?.error) return edit.text!;
    const place = columns[column]!;
    return cellText(place, edit ? edit.value : place.read(rows[row]!.original), language);
  };
  const write = (cells: readonly PastedCell[]) => {
    const changed = cells.flatMap(({ row, column, text }): CellEdit[] => {
      if (!isEditable(row, column)) return [];
      const place = columns[column]!;
      const base = editAt(row, column)?.base ?? place.read(rows[row]!.original);
      const parsed = parsedCell(place, text, language);
      const edit: Edit =
        "error" in parsed ? { base, value: base, text, error: parsed.error } : { base, value: parsed.value };
      return [{ row: rows[row]!.id, column: place.id, edit }];
    });
    if (changed.length > 0) edits.set(changed);
  };
  const paste = (cells: readonly PastedCell[]) => {
    const shape = { columns, rowAt: (row: number) => rows[row]?.original, titleOf, textAt };
    setNotTaken(mayEdit ? notTakenOf(cells, shape) : []);
    write(cells);
  };
  const begin = (text?: string) => {
    if (isEditable(at.row, at.column)) setEditing({ ...at, text: text ?? textAt(at.row, at.column) });
  };
  const cancel = useLatest(() => {
    setEditing(null);
    focused.current?.focus({ preventScroll: true });
  });
  const keys = useGridKeys({
    cursor,
    size,
    pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 360) / ROW_HEIGHT) - 2),
    isEditing: editing !== null,
    isNumberEdited: editing !== null && isNumber(columns[editing.column]!),
    cancel,
    textAt,
    begin,
    write,
    paste,
    undo: edits.undo,
    redo: edits.redo,
  });
  const commit = useLatest((text: string, next: Next) => {
    if (editing) write([{ row: editing.row, column: editing.column, text }]);
    setEditing(null);
    if (next !== "stay") {
      cursor.move(...STEPS[next]);
      focused.current?.focus({ preventScroll: true });
    }
  });
  const point = (event: MouseEvent, isExtending: boolean) => {
    const cell = cellIn(event);
    if (cell && !(editing && cell.row === editing.row && cell.column === editing.column))
      cursor.go(cell, isExtending);
  };
  const items = virtualizer.getVirtualItems();
  const isShown = items.some(({ index }) => index === at.row);
  return (
    <>
      <NotTakenNotice cells={notTaken} help={props.absentHelp} onClose={() => setNotTaken([])} />
      <div ref={scroller} className={styles.scroller}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the grid do the same */}
        <table
          ref={focused}
          className={styles.grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: that is what ARIA calls a table that is edited
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          aria-multiselectable
          aria-readonly={!mayEdit || undefined}
          aria-activedescendant={isShown ? cellId(grid, at.row, at.column) : undefined}
          {...keys}
          onMouseDown={(event) => point(event, event.shiftKey)}
          onMouseMove={(event) => event.buttons === 1 && !editing && point(event, true)}
          onDoubleClick={(event) => cellIn(event) && begin()}
          onClick={(event) => isTap(event) && !editing && cellIn(event) && begin()}
        >
          <thead className={styles.head}>
            <tr className={styles.row} aria-rowindex={1}>
              {columns.map(({ id, header, width, kind }, place) => (
                <th
                  key={id}
                  scope="col"
                  aria-colindex={place + 1}
                  className={[styles.cell, place === 0 && styles.first, isNumber({ kind }) && styles.number]
                    .filter(Boolean)
                    .join(" ")}
                  style={{ width }}
                  title={header}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const { id, original } = rows[index]!;
              const isSelected = index >= block.top && index <= block.bottom;
              const problem = problems.get(id);
              return (
                <GridRow
                  key={id}
                  grid={grid}
                  row={original}
                  index={index}
                  top={start}
                  columns={columns}
                  language={language}
                  edits={edits.edits.get(id)}
                  problem={problem && (problem.kind === "conflict" ? "conflict" : "failed")}
                  isChild={isChild?.(original)}
                  active={index === at.row ? at.column : -1}
                  left={isSelected ? block.left : -1}
                  right={isSelected ? block.right : -1}
                  editing={editing?.row === index ? editing : null}
                  suggestions={suggestions}
                  onCommit={commit}
                  onCancel={cancel}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A finger cannot point without a click, so one tap is enough. */
const isTap = ({ nativeEvent }: MouseEvent) => (nativeEvent as PointerEvent).pointerType === "touch";

function cellIn(event: MouseEvent) {
  const cell = (event.target as Element).closest<HTMLElement>("[data-row]");
  return cell ? { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) } : null;
}

/** A function that stays the same and does what its last form does, so that rows are not drawn again for it. */
function useLatest<Args extends unknown[]>(work: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

function useReportedBlock({ top, bottom, left, right }: Block, onSelect: Props<object>["onSelect"]) {
  useEffect(() => onSelect?.({ top, bottom, left, right }), [top, bottom, left, right, onSelect]);
}
