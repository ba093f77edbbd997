import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useRouterState, useSearch } from "@tanstack/react-router";
import { type RowSelectionState, useTable } from "@tanstack/react-table";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { useFormat } from "../format/format.ts";
import type { ExtraColumn } from "../plugins/extra-column.ts";
import { useExtraColumns, useExtraTableColumns } from "../plugins/use-extra-columns.tsx";
import { ColumnChoice, useChosenColumns } from "./column-choice.tsx";
import { features } from "./features.ts";
import { knownFields } from "./field-filters.ts";
import { FieldFiltersPart } from "./field-filters-part.tsx";
import { keepSearch } from "./last-search.ts";
import type { Columns, List, ListedRow, ListPage } from "./list-declaration.ts";
import { NO_FIELDS } from "./row-fields.ts";
import { useSay } from "./use-say.ts";

const NOTHING: never[] = [];
const nothing = () => NOTHING;
const unshared = () => undefined;
const fieldless = () => NO_FIELDS;

/** The state of a list: the search in its address, its rows, and what is selected. */
export function useList<Search extends object, Data extends { count: number }, Row extends ListedRow, Shared>(
  page: ListPage<Search, Data, Row, Shared>,
) {
  const { useShared = unshared as () => Shared, useHiddenColumns = nothing, useFields = fieldless } = page;
  const address: unknown = useSearch({ strict: false });
  const own = useFields();
  const search = useMemo(() => knownFields(address as Search, own.narrowing), [address, own.narrowing]);
  const params = useParams({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? "" });
  useEffect(() => keepSearch(path, search), [path, search]);
  const shared = useShared(search);
  const hidden = useHiddenColumns();
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const plugins = useExtraColumns(page.extended);
  const { isHeld } = plugins;
  const extra = useMemo(() => [...own.columns, ...plugins.extra], [own.columns, plugins.extra]);
  const chosen = useColumnChoice(page, extra);
  const isShown = (column: string) => chosen.visibility[column] !== false;
  const fields = extra.flatMap((column) => (isShown(column.id) ? column.fields : []));
  const query = page.query(useApi(), search, { isShown, params, shared, fields });
  const read = useQuery(isHeld ? { ...query, enabled: false } : query);
  const rows = read.data ? page.rows(read.data) : NOTHING;
  const show = (changed: Search) => {
    setRowSelection({});
    void navigate({ to: ".", search: changed as never, resetScroll: !page.keepsScroll });
  };
  return {
    path,
    search,
    show,
    rows,
    selected: Object.keys(rowSelection).filter((id) => rowSelection[id]),
    select: (ids: readonly string[]) => setRowSelection(Object.fromEntries(ids.map((id) => [id, true]))),
    toggle: useCallback(
      (id: string) =>
        setRowSelection(({ [id]: isOn, ...others }) => (isOn ? others : { ...others, [id]: true })),
      [],
    ),
    columnChoice: chosen.button,
    fieldFilters: own.narrowing.length > 0 && (
      <FieldFiltersPart Filters={own.Filters} search={search} show={(changed) => show(changed as Search)} />
    ),
    extra,
    shared,
    count: read.data?.count,
    error: read.error,
    isLoading: read.isPending,
    refetch: () => void read.refetch(),
    state: {
      rowSelection,
      columnVisibility: { ...chosen.visibility, ...Object.fromEntries(hidden.map((id) => [id, false])) },
    },
    setRowSelection,
  };
}

export type ReadList<Search, Row, Shared> = List<Search, Row, Shared> &
  Pick<
    ReturnType<typeof useList>,
    "extra" | "path" | "count" | "error" | "isLoading" | "state" | "setRowSelection"
  >;

function useColumnChoice<Row extends ListedRow>(
  { choice }: Pick<ListPage<object, unknown, Row, unknown>, "choice">,
  extra: readonly ExtraColumn[],
) {
  const say = useSay();
  const hidden = extra.filter(({ isHidden }) => isHidden).map(({ id }) => id);
  const { visibility, choose } = useChosenColumns(choice?.list ?? "", [
    ...(choice?.hidden ?? NOTHING),
    ...hidden,
  ]);
  const own = choice?.columns.map(({ id, label }) => ({ id, label: say(label) })) ?? NOTHING;
  const others = extra.filter(({ isChosen }) => isChosen).map(({ id, label }) => ({ id, label: label() }));
  const columns = [...own, ...others];
  return {
    visibility,
    button: choice && columns.length > 0 && (
      <ColumnChoice columns={columns} visibility={visibility} onChoose={choose} />
    ),
  };
}

/** The columns of a declaration, made once for each language. */
function usePlainColumns<Row extends ListedRow>(make: ListPage<object, unknown, Row, unknown>["columns"]) {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => make?.(t, format) ?? NOTHING, [make, t, format]);
}

export function useListTable<Search extends object, Data, Row extends ListedRow, Shared>(
  page: ListPage<Search, Data, Row, Shared>,
  list: ReadList<Search, Row, Shared>,
) {
  const plain: Columns<Row> = usePlainColumns(page.columns);
  const { useColumns = () => plain } = page;
  const own = useColumns(list);
  const extra = useExtraTableColumns<Row>(list.extra);
  const columns = useMemo(() => (extra.length > 0 ? [...own, ...extra] : own), [own, extra]);
  return useTable({
    features,
    columns,
    data: list.rows,
    getRowId: ({ id }) => id,
    state: list.state,
    onRowSelectionChange: list.setRowSelection,
  });
}
