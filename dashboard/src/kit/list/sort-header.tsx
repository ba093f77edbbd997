import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isFieldOrder } from "./field-filters.ts";

/** How a list is sorted, as the address has it: a field, with `-` before it from the largest. */
export interface Sorting {
  /** The field of the server for each column that can be sorted. */
  fields: Readonly<Record<string, string>>;
  order: string;
  onSort(order: string): void;
}

export function sortOf({ fields, order }: Sorting, column: string): "ascending" | "descending" | undefined {
  const field = fields[column];
  if (field === undefined) return undefined;
  if (order === field) return "ascending";
  return order === `-${field}` ? "descending" : undefined;
}

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown };

interface Props {
  sorting: Sorting;
  column: string;
  children: ReactNode;
}

/** The name of a column that sorts the list. Clicked again, it turns the order round. */
export function SortHeader({ sorting, column, children }: Props) {
  const field = sorting.fields[column];
  if (field === undefined) return children;
  const sort = sortOf(sorting, column);
  // Rows without a value are first when the largest is. So a field of the shop is sorted from the smallest at first.
  const isUpwards = sort === "descending" || (sort === undefined && isFieldOrder(field));
  const Icon = sort ? ICONS[sort] : IconArrowsSort;
  return (
    <UnstyledButton fz="inherit" fw="inherit" onClick={() => sorting.onSort(isUpwards ? field : `-${field}`)}>
      {children}
      <Icon size={14} stroke={sort ? 2.4 : 1.4} style={{ marginInlineStart: 4 }} aria-hidden />
    </UnstyledButton>
  );
}
