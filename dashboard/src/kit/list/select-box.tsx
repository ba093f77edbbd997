import { useLayoutEffect, useRef } from "react";
import styles from "./cells.module.css";

interface Props {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange(event: unknown): void;
}

/** Selects a row, or all of them. */
export function SelectBox({ label, checked, indeterminate = false, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  // No attribute of HTML says it.
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles["box"]}
      aria-label={label}
      checked={checked}
      onChange={onChange}
    />
  );
}
