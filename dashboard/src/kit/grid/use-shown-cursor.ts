import { type RefObject, useEffect, useRef } from "react";
import { cellId } from "./grid-row.tsx";

interface Shown {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: { scrollToIndex(index: number, options: { align: "auto" }): void };
  grid: string;
  at: { row: number; column: number };
}

/** Scrolls to the cell of the cursor when it moves. */
export function useShownCursor({ scroller, virtualizer, grid, at: { row, column } }: Shown) {
  const last = useRef({ row, column });
  useEffect(() => {
    if (last.current.row === row && last.current.column === column) return;
    last.current = { row, column };
    virtualizer.scrollToIndex(row, { align: "auto" });
    const frame = requestAnimationFrame(() => {
      const cell = document.getElementById(cellId(grid, row, column));
      const box = scroller.current;
      if (!cell || !box || column === 0) return;
      const fixed = (cell.parentElement?.firstElementChild as HTMLElement | null)?.offsetWidth ?? 0;
      if (cell.offsetLeft < box.scrollLeft + fixed) box.scrollLeft = cell.offsetLeft - fixed;
      const end = cell.offsetLeft + cell.offsetWidth;
      if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth;
    });
    return () => cancelAnimationFrame(frame);
  }, [scroller, virtualizer, grid, row, column]);
}
