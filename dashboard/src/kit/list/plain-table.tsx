import type { ReactNode } from "react";
import styles from "./data-table.module.css";
import { ROLES } from "./table-layout.ts";

interface Props {
  label: string;
  /** In pixels. A table that is wider than the screen scrolls by itself, also with the keyboard. */
  minWidth?: number;
  className?: string | undefined;
  children: ReactNode;
}

/** A table without components for its cells, which take most of the time of a page with many. */
export const PlainTable = ({ label, minWidth = 0, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard, too
  <div className={styles["scrolls"]} tabIndex={0}>
    <table
      {...ROLES.table}
      aria-label={label}
      className={[styles["table"], className].filter(Boolean).join(" ")}
      style={{ minWidth }}
    >
      {children}
    </table>
  </div>
);
