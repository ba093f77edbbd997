import type { ComponentType } from "react";
import type { ExtraColumn } from "../plugins/extra-column.ts";
import type { FieldFilter } from "./field-filters.ts";

/** What a list shows of the fields that the shop has declared for its rows. */
export interface RowFields {
  columns: readonly ExtraColumn[];
  /** The names of the fields that filter and sort the list. */
  narrowing: readonly string[];
  Filters: ComponentType<{
    filters: readonly FieldFilter[];
    onChange(filters: readonly FieldFilter[]): void;
  }>;
}

export const NO_FIELDS: RowFields = { columns: [], narrowing: [], Filters: () => null };
