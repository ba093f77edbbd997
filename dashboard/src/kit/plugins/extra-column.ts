import type { ComponentType } from "react";
import type { ShopRow } from "./contract.ts";

/** A column that plugins, or fields that the shop has declared, add to a list. */
export interface ExtraColumn {
  id: string;
  /** In the language of the user. */
  label(): string;
  /** Whether the user can hide it. */
  isChosen: boolean;
  /** The user has to choose it. */
  isHidden?: boolean;
  isNumber: boolean;
  fields: readonly string[];
  Cell: ComponentType<{ row: ShopRow; idsOf(): string[]; rowsOf(): readonly ShopRow[] }>;
  /** What the server sorts by for it. */
  order?: string;
}
