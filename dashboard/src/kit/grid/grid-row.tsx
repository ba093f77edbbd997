import { memo } from "react";
import { useTranslation } from "react-i18next";
import { CellEditor, type Next } from "./cell-editor.tsx";
import { cellProblem } from "./cell-problem.ts";
import { cellText } from "./cell-text.ts";
import styles from "./grid.module.css";
import type { GridColumn, Value } from "./grid-column.ts";
import type { RowEdits } from "./use-grid-edits.ts";

/** The cell that is typed in, and what it begins with. */
export interface Editing {
  row: number;
  column: number;
  text: string;
}

interface Props<Row> {
  /** The id of the grid: cells are named after it. */
  grid: string;
  row: Row;
  index: number;
  top: number;
  columns: readonly GridColumn<Row>[];
  language: string;
  edits: RowEdits | undefined;
  problem: "failed" | "conflict" | undefined;
  /** Rows of the second level belong to the one above. Undefined: the grid has one level. */
  isChild: boolean | undefined;
  /** The column of the cursor; -1 in other rows. */
  active: number;
  /** The first and last selected column; -1 if nothing is selected. */
  left: number;
  right: number;
  editing: Editing | null;
  suggestions: readonly string[];
  onCommit(text: string, next: Next): void;
  onCancel(): void;
}

export const cellId = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`;

export const isNumber = ({ kind }: { kind: string }) => kind === "whole" || kind === "money";

/** Drawn again only if something in it changes: a grid has hundreds of cells on the screen. */
export const GridRow = memo(function GridRow<Row>(props: Props<Row>) {
  const { t } = useTranslation();
  const { grid, row, index, top, columns, language, edits, problem, isChild, active, left, right } = props;
  const rowClass = [styles.row, isChild === false && styles.main, problem && styles[problem]];
  return (
    <tr
      aria-rowindex={index + 2}
      className={rowClass.filter(Boolean).join(" ")}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column, place) => {
        const edit = edits?.[column.id];
        const stored = column.read(row);
        const value: Value = edit ? edit.value : stored;
        const text = edit?.error ? edit.text! : cellText(column, value, language);
        const isSelected = left >= 0 && place >= left && place <= right;
        const Element = place === 0 ? "th" : "td";
        const isEditing = props.editing?.column === place;
        const classes = [
          styles.cell,
          place === 0 && styles.first,
          place === 0 && isChild && styles.child,
          isNumber(column) && styles.number,
          stored === undefined && styles.none,
          edit && styles.changed,
          edit?.error && styles.wrong,
          isSelected && styles.selected,
          active === place && styles.active,
          isEditing && styles.editing,
        ];
        return (
          <Element
            key={column.id}
            id={cellId(grid, index, place)}
            {...(place === 0 && { scope: "row" })}
            aria-colindex={place + 1}
            aria-selected={isSelected}
            aria-readonly={column.isFixed || stored === undefined || undefined}
            aria-invalid={edit?.error ? true : undefined}
            data-row={index}
            data-column={place}
            data-changed={edit ? true : undefined}
            className={classes.filter(Boolean).join(" ")}
            style={{ width: column.width }}
            title={isEditing ? undefined : (cellProblem(t, { column, edit, language }) ?? text)}
          >
            {isEditing ? (
              <CellEditor
                column={column}
                text={props.editing!.text}
                list={Array.isArray(value) ? value : []}
                suggestions={props.suggestions}
                onCommit={props.onCommit}
                onCancel={props.onCancel}
              />
            ) : (
              text
            )}
          </Element>
        );
      })}
    </tr>
  );
}) as <Row>(props: Props<Row>) => React.ReactNode;
