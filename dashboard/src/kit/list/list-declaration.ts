import type { UseQueryOptions } from "@tanstack/react-query";
import type { RowData, TableOptions } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import type { ComponentType, ReactNode } from "react";
import type { Api } from "../api/api.ts";
import type { Format } from "../format/format.ts";
import type { ListName } from "../plugins/contract.ts";
import type { Features } from "./features.ts";
import type { Filter } from "./filters.tsx";
import type { RowFields } from "./row-fields.ts";
import type { Column } from "./rows-table.tsx";
import type { TextKey } from "./use-say.ts";
import type { BuiltInView } from "./views-slot.ts";

export type ListedRow = RowData & { id: string };

export type Columns<Row extends RowData> = TableOptions<Features, Row>["columns"];

/** The list as its parts see it. */
export interface List<Search, Row, Shared = undefined> {
  /** The search in the address: filters and page. */
  search: Search;
  /** Shows something else, and selects nothing. */
  show(search: Search): void;
  /** The rows of this page. */
  rows: Row[];
  /** How many there are on all pages; absent until the list is loaded. */
  count: number | undefined;
  /** The ids of the selected rows. */
  selected: string[];
  select(ids: readonly string[]): void;
  toggle(id: string): void;
  /** The button to choose columns, if the list has `choice`, or fields of the shop. */
  columnChoice: ReactNode;
  /** The filters by fields of the shop. */
  fieldFilters: ReactNode;
  shared: Shared;
}

type Part<Search, Row, Shared> = ComponentType<{ list: List<Search, Row, Shared> }>;

interface Context<Shared> {
  /** Whether a column is shown: what is hidden need not be read. */
  isShown(column: string): boolean;
  /** What the columns of plugins and of fields of the shop show. */
  fields: readonly string[];
  /** The parameters of the address. */
  params: Record<string, string>;
  shared: Shared;
}

/** What the page of a list has. The frame (list-page.tsx) does the rest. */
export interface ListPage<Search extends object, Data, Row extends ListedRow, Shared> {
  title: TextKey;
  /** A sentence below the title. */
  about?: TextKey;

  /** What is read, and the rows in it. */
  // biome-ignore lint/suspicious/noExplicitAny: the key of a query may be anything
  query(api: Api, search: Search, context: Context<Shared>): UseQueryOptions<Data, Error, Data, any>;
  rows(data: Data): Row[];
  pageSize: number;

  /** Either the columns, or a hook that makes them, or a hook that makes the columns of a short table. */
  columns?(t: TFunction, format: Format): Columns<Row>;
  useColumns?(list: List<Search, Row, Shared>): Columns<Row>;
  useShortColumns?(list: List<Search, Row, Shared>): Column<Row>[];
  /** Columns of numbers are aligned at their end. */
  numbers?: readonly string[];
  /** The columns that a phone has place for. All, if absent. */
  phone?: readonly string[];
  /** The columns that a phone shows below, in further lines of the row. */
  phoneBelow?: readonly string[];
  /** The columns that sort the list, with the field of the server for each: only fields with an index. The address has `order`. */
  sorts?: Readonly<Record<string, string>>;
  /** The order without one in the address. */
  defaultOrder?: string;
  /** Columns that the user can hide. `hidden` are those that are hidden at first. */
  choice?: {
    list: string;
    columns: readonly { id: string; label: TextKey }[];
    hidden: readonly string[];
  };
  /** Plugins may add columns under this name. */
  extended?: ListName;
  /** The fields that the shop has declared for the rows: columns and filters. The search has `fields`. */
  useFields?(): RowFields;
  /** Columns that this user does not see. */
  useHiddenColumns?(): readonly string[];

  /** The name of the table, if it is not the title. */
  caption?(search: Search): TextKey;
  /** Shown instead of rows; `noneFound` if the address narrows the list. */
  empty: TextKey;
  noneFound?: TextKey;
  /** How many there are: "12 orders". */
  count: TextKey;

  /** The field that searches with `q`. */
  find?: { label: TextKey; width?: number };
  filters?: readonly Filter<Search>[];
  /** Views that every shop has, beside those that users save. */
  views?: readonly BuiltInView[];
  /** The button that removes all filters. */
  clear?: TextKey;
  /** A phone shows the filters at once, not behind a button. */
  hasFewFilters?: boolean;
  /** In place of `find` and `filters`, if they are not enough. */
  Filters?: Part<Search, Row, Shared>;
  /** The part of the address that opens a drawer. It is no filter. */
  drawer?: keyof Search & string;
  /** The list is below other things, which stay in view. */
  keepsScroll?: boolean;

  /** What several parts need: read by a hook, and given to them as `list.shared`. */
  useShared?(search: Search): Shared;
  /** Above the title: tabs, or a link back. */
  Above?: ComponentType;
  /** Buttons beside the title. */
  Actions?: Part<Search, Row, Shared>;
  /** Between filters and table: what can be done with the selected rows. */
  Bulk?: Part<Search, Row, Shared>;
  /** Dialogs and drawers. */
  Below?: Part<Search, Row, Shared>;
}
