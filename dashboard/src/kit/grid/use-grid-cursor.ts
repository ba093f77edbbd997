import { useState } from "react";

export interface Cell {
  row: number;
  column: number;
}

/** The selected block, with its first and last row and column. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const NOTHING_SELECTED: Block = { top: 0, bottom: 0, left: 0, right: 0 };

const clamped = (value: number, count: number) => Math.min(Math.max(value, 0), Math.max(0, count - 1));

/** Where the keyboard is in a grid, and what is selected from there. */
export function useGridCursor(size: { rows: number; columns: number }) {
  const [cursor, setCursor] = useState<Cell>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Cell>({ row: 0, column: 0 });
  const inside = ({ row, column }: Cell): Cell => ({
    row: clamped(row, size.rows),
    column: clamped(column, size.columns),
  });
  const at = inside(cursor);
  const from = inside(anchor);
  const block: Block = {
    top: Math.min(at.row, from.row),
    bottom: Math.max(at.row, from.row),
    left: Math.min(at.column, from.column),
    right: Math.max(at.column, from.column),
  };
  /** Extending leaves the other end of the selection where it is. */
  const go = (cell: Cell, isExtending = false) => {
    setCursor(inside(cell));
    if (!isExtending) setAnchor(inside(cell));
  };
  return {
    at,
    block,
    go,
    move: (rows: number, columns: number, isExtending = false) =>
      go({ row: at.row + rows, column: at.column + columns }, isExtending),
    select(top: Cell, bottom: Cell) {
      setAnchor(inside(top));
      setCursor(inside(bottom));
    },
  };
}

export type GridCursor = ReturnType<typeof useGridCursor>;
