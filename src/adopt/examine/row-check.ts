import type { Finding } from "../finding.ts";
import type { Examination } from "./examination.ts";

/** Rows that a person should know about: how many there are, and what to say about them. */
export interface RowCheck {
  code: string;
  severity: Finding["severity"];
  /** Tables and columns without which there are no such rows. */
  needs: Record<string, string[]>;
  /** Counts rows as `count`; `$1` is `value`. */
  text: string;
  value?: (examination: Examination) => unknown;
  /** `picture`, or `category` and `categories`. */
  one: string;
  many?: string;
  /** What follows the count: `are larger than …`. */
  message: string | ((examination: Examination) => string);
}
