import styles from "./data-table.module.css";

interface Columns {
  numbers?: readonly string[];
  phone?: readonly string[];
  phoneBelow?: readonly string[];
}

/** Not for every browser is a table whose styles say `flex` still a table. */
export const ROLES = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

export interface Layout {
  /** A phone shows a part of the columns. */
  isSmall: boolean;
  /** Some of them in a second line of the row. */
  hasTwoLines: boolean;
  /** What is shown of a row or of the head, in its order. */
  shown<Cell extends { column: { id: string } }>(cells: readonly Cell[]): Cell[];
  classOf(column: string): string | undefined;
}

/** Which columns are shown, and where. */
export function layoutOf({ numbers = [], phone, phoneBelow = [] }: Columns, isPhone: boolean): Layout {
  const chosen = isPhone ? phone : undefined;
  const below = chosen ? phoneBelow : [];
  const main = chosen?.find((column) => column !== "select");
  const isNumber = (column: string) => numbers.includes(column);
  return {
    isSmall: chosen !== undefined,
    hasTwoLines: below.length > 0,
    shown(cells) {
      if (!chosen) return [...cells];
      const first = cells.filter(({ column }) => chosen.includes(column.id));
      const second = below.flatMap((id) => cells.find(({ column }) => column.id === id) ?? []);
      return [...first, ...second];
    },
    classOf(column) {
      const names = [
        isNumber(column) && "number",
        column === "select" && styles["select"],
        column === main && styles["main"],
        below.includes(column) && styles["below"],
      ];
      return names.filter(Boolean).join(" ") || undefined;
    },
  };
}
