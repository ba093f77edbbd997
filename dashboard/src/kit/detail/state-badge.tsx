import type { CSSProperties } from "react";
import styles from "./badge.module.css";

/** The state of a row. The text has the meaning; the colour only helps. */
export const StateBadge = ({ color, children }: { color: string; children: string }) => (
  <span
    className={styles["badge"]}
    style={{ "--badge": `var(--mantine-color-${color}-light)` } as CSSProperties}
  >
    {children}
  </span>
);

/** A name that was given to a row, such as a tag. */
export const PlainBadge = ({ children }: { children: string }) => (
  <span className={`${styles["badge"]} ${styles["plain"]}`}>{children}</span>
);
