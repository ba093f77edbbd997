/** A result of the `doctor` command. */
export interface Finding {
  /** What was checked, in one word. */
  check: string;
  /** A `fail` must be mended; a `note` may be intended. */
  level: "ok" | "note" | "fail";
  text: string;
  /** How to mend it. */
  remedy?: string;
}

export const ok = (check: string, text: string): Finding => ({ check, level: "ok", text });

export const note = (check: string, text: string, remedy: string): Finding => ({
  check,
  level: "note",
  text,
  remedy,
});

export const fail = (check: string, text: string, remedy: string): Finding => ({
  check,
  level: "fail",
  text,
  remedy,
});

const MOST_NAMES = 5;

/** A database without any of its triggers would fill the screen. */
export function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return `${names.slice(0, MOST_NAMES).join(", ")}${more}`;
}
