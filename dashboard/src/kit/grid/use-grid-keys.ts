import type { ClipboardEvent, KeyboardEvent } from "react";
import { blockOf, textOfBlock } from "./clipboard.ts";
import type { PastedCell } from "./not-taken.tsx";
import type { GridCursor } from "./use-grid-cursor.ts";

interface Options {
  cursor: GridCursor;
  size: { rows: number; columns: number };
  /** How many rows a page has. */
  pageRows: number;
  isEditing: boolean;
  /** Leaves the cell that is typed in. */
  cancel(): void;
  /** Whether the cell that is typed in takes a number. */
  isNumberEdited: boolean;
  textAt(row: number, column: number): string;
  /** Begins to type in the cell of the cursor. Without a text it begins with what is there. */
  begin(text?: string): void;
  /** Writes texts into cells, as one step. */
  write(cells: readonly PastedCell[]): void;
  /** The same for what was pasted, which may have more than there are cells for. */
  paste(cells: readonly PastedCell[]): void;
  undo(): void;
  redo(): void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The keys of a spreadsheet, and its clipboard. */
export function useGridKeys(options: Options) {
  const { cursor, size, pageRows, isEditing, begin, write, paste } = options;
  const { at, block, go, move } = cursor;
  const blockCells = () =>
    range(block.top, block.bottom).flatMap((row) =>
      range(block.left, block.right).map((column) => ({ row, column })),
    );
  const withControl = (event: KeyboardEvent): boolean => {
    const arrow = ARROWS[event.key];
    const key = event.key.toLowerCase();
    if (key === "z") event.shiftKey ? options.redo() : options.undo();
    else if (key === "y") options.redo();
    else if (key === "a") cursor.select({ row: 0, column: 0 }, { row: size.rows, column: size.columns });
    else if (key === "home") go({ row: 0, column: 0 }, event.shiftKey);
    else if (key === "end") go({ row: size.rows, column: size.columns }, event.shiftKey);
    else if (arrow) move(arrow[0] * size.rows, arrow[1] * size.columns, event.shiftKey);
    else return false;
    return true;
  };
  const alone = (event: KeyboardEvent): boolean => {
    const arrow = ARROWS[event.key];
    if (arrow) move(arrow[0], arrow[1], event.shiftKey);
    else if (event.key === "Enter" || event.key === "F2") begin();
    else if (event.key === "Delete" || event.key === "Backspace")
      write(blockCells().map((cell) => ({ ...cell, text: "" })));
    else if (event.key === "Home") go({ ...at, column: 0 }, event.shiftKey);
    else if (event.key === "End") go({ ...at, column: size.columns }, event.shiftKey);
    else if (event.key === "PageDown") move(pageRows, 0, event.shiftKey);
    else if (event.key === "PageUp") move(-pageRows, 0, event.shiftKey);
    else if (event.key === "Escape") go(at);
    else if (event.key.length === 1 && !event.altKey) begin(event.key);
    else return false;
    return true;
  };
  return {
    onKeyDown(event: KeyboardEvent) {
      if (isEditing) return;
      const isHandled = event.ctrlKey || event.metaKey ? withControl(event) : alone(event);
      if (isHandled) event.preventDefault();
    },
    onCopy(event: ClipboardEvent) {
      if (isEditing) return;
      event.preventDefault();
      const rows = range(block.top, block.bottom).map((row) =>
        range(block.left, block.right).map((column) => options.textAt(row, column)),
      );
      event.clipboardData.setData("text/plain", textOfBlock(rows));
    },
    onPaste(event: ClipboardEvent) {
      const pasted = blockOf(event.clipboardData.getData("text/plain"));
      // A field of one line would join the numbers of a column to one.
      const isBlock = pasted.length > 1 || pasted[0]!.length > 1;
      if (isEditing && !(isBlock && options.isNumberEdited)) return;
      event.preventDefault();
      if (isEditing) options.cancel();
      // One value fills the whole selection.
      if (pasted.length === 1 && pasted[0]!.length === 1)
        return paste(blockCells().map((cell) => ({ ...cell, text: pasted[0]![0]! })));
      paste(
        pasted.flatMap((texts, row) =>
          texts.map((text, column) => ({ row: block.top + row, column: block.left + column, text })),
        ),
      );
      const width = Math.max(...pasted.map((texts) => texts.length));
      cursor.select(
        { row: block.top, column: block.left },
        { row: block.top + pasted.length - 1, column: block.left + width - 1 },
      );
    },
  };
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);
