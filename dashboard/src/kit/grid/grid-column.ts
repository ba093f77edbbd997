import type { AmountProblem } from "../format/read-amount.ts";

/** Null: empty. Undefined: this row has no such cell. */
export type Value = string | number | null | readonly string[] | undefined;

export interface Choice {
  value: string;
  label: string;
}

export interface GridColumn<Row> {
  id: string;
  header: string;
  width: number;
  kind: "text" | "whole" | "money" | "choice" | "list";
  /** Of an amount of money. */
  currency?: string;
  /** Of a choice or a list. A list without choices takes any words. */
  choices?: readonly Choice[];
  /** A cell that is shown but not edited. */
  isFixed?: boolean;
  /** Numbers below zero are refused. */
  isPositive?: boolean;
  /** An empty cell is refused. */
  isRequired?: boolean;
  read(row: Row): Value;
}

/** What a person typed or pasted into a cell. */
export interface Edit {
  /** As it was stored when the cell was changed. */
  base: Value;
  value: Value;
  /** What was typed, if it is no value of the column, and why. */
  text?: string;
  error?: GridError;
}

export type GridError = AmountProblem | "whole" | "negative" | "choice" | "required";
