import { Button, Group, Paper } from "@mantine/core";
import { useMemo } from "react";
import { PageLoading } from "../page/page-loading.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ListCard } from "./list-card.tsx";
import type { ListedRow, ListPage } from "./list-declaration.ts";
import { ListFooter } from "./list-footer.tsx";
import { RowsTable } from "./rows-table.tsx";
import { SearchInput } from "./search-input.tsx";
import { withoutEmpty } from "./search-params.ts";
import type { Sorting } from "./sort-header.tsx";
import { type ReadList, useListTable } from "./use-list.tsx";
import { useRowCursor } from "./use-row-cursor.ts";
import { useSay } from "./use-say.ts";

interface Props<Search extends object, Data, Row extends ListedRow, Shared> {
  page: ListPage<Search, Data, Row, Shared>;
  list: ReadList<Search, Row, Shared>;
}

/** A list without its title: filters, rows and pages. For pages that have more than the list. */
export function ListBody<Search extends object, Data, Row extends ListedRow, Shared>(
  props: Props<Search, Data, Row, Shared>,
) {
  const { page, list } = props;
  const say = useSay();
  const { Filters, Bulk } = page;
  const Rows = page.useShortColumns ? ShortRows : TableRows;
  return (
    <>
      {Filters ? <Filters list={list} /> : <DeclaredFilters {...props} />}
      {Bulk && <Bulk list={list} />}
      <Rows {...props} />
      <ListFooter
        count={list.count}
        pageSize={page.pageSize}
        page={(list.search as { page?: number }).page}
        onPage={(number) => list.show({ ...shownBy(props), page: number })}
      >
        {say(page.count, { count: list.count ?? 0 })}
      </ListFooter>
    </>
  );
}

/** The address without the drawer. */
const shownBy = <Search extends object, Data, Row extends ListedRow, Shared>({
  page,
  list,
}: Props<Search, Data, Row, Shared>): Search =>
  page.drawer ? withoutEmpty({ ...list.search, [page.drawer]: undefined }) : list.search;

function DeclaredFilters<Search extends object, Data, Row extends ListedRow, Shared>(
  props: Props<Search, Data, Row, Shared>,
) {
  const { page, list } = props;
  const say = useSay();
  const { page: _, order, ...filters } = shownBy(props) as { q?: string; page?: number; order?: string };
  const change = (changed: object) => list.show(withoutEmpty({ ...filters, order, ...changed }) as Search);
  const find = page.find && (
    <SearchInput
      label={say(page.find.label)}
      value={filters.q}
      onFind={(q) => change({ q })}
      w={{ base: "100%", sm: page.find.width ?? 220 }}
    />
  );
  const fields = page.filters?.map((Field, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a declaration does not change
    <Field key={index} search={filters as Search} change={change} />
  ));
  if (!fields && !list.fieldFilters) return find;
  if (!fields || page.hasFewFilters) {
    return (
      <Group align="flex-end" gap="sm">
        {find}
        {fields}
        {list.fieldFilters}
      </Group>
    );
  }
  return (
    <FilterBar filters={filters} search={find}>
      {fields}
      {list.fieldFilters}
      {page.clear && Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => list.show({} as Search)}>
          {say(page.clear)}
        </Button>
      )}
    </FilterBar>
  );
}

/** The rows of a table that loads and may be long. */
function TableRows<Search extends object, Data, Row extends ListedRow, Shared>(
  props: Props<Search, Data, Row, Shared>,
) {
  const { page, list } = props;
  const say = useSay();
  const { noneFound = page.empty } = page;
  const { order: _, ...narrowing } = shownBy(props) as { order?: string };
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows]);
  const cursor = useRowCursor({ ids, toggle: list.toggle });
  return (
    <ListCard
      table={useListTable(page, list)}
      caption={say(page.caption?.(list.search) ?? page.title)}
      numbers={[
        ...(page.numbers ?? []),
        ...list.extra.filter(({ isNumber }) => isNumber).map(({ id }) => id),
      ]}
      {...(page.phone && { phone: page.phone })}
      {...(page.phoneBelow && {
        // What the user has chosen is shown on a phone, too.
        phoneBelow: [
          ...page.phoneBelow,
          ...list.extra.filter(({ isHidden }) => isHidden).map(({ id }) => id),
        ],
      })}
      sorting={sortingOf(props)}
      activeRow={cursor.active}
      body={cursor.body}
      error={list.error}
      isLoading={list.isLoading}
      empty={say(Object.keys(narrowing).length > 0 ? noneFound : page.empty)}
    />
  );
}

/** The first page in the new order. */
function sortingOf<Search extends object, Data, Row extends ListedRow, Shared>(
  props: Props<Search, Data, Row, Shared>,
): Sorting | undefined {
  const { page, list } = props;
  const ofFields = list.extra.flatMap(({ id, order }) => (order ? [[id, order] as const] : []));
  if (!page.sorts && ofFields.length === 0) return undefined;
  const { page: _, order, ...filters } = shownBy(props) as { page?: number; order?: string };
  const usual = page.defaultOrder ?? "-created_at";
  return {
    fields: { ...page.sorts, ...Object.fromEntries(ofFields) },
    order: order ?? usual,
    onSort: (chosen) =>
      list.show(withoutEmpty({ ...filters, order: chosen === usual ? undefined : chosen }) as Search),
  };
}

/** A short table, which is there when it is loaded. */
function ShortRows<Search extends object, Data, Row extends ListedRow, Shared>(
  props: Props<Search, Data, Row, Shared>,
) {
  const { page, list } = props;
  const say = useSay();
  const columns = page.useShortColumns!(list);
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows]);
  const cursor = useRowCursor({ ids, toggle: list.toggle });
  if (list.isLoading) return <PageLoading />;
  return (
    <Paper withBorder p={list.rows.length === 0 ? "md" : 0}>
      <RowsTable
        caption={say(page.title)}
        rows={list.rows}
        columns={columns}
        empty={say(page.empty)}
        sorting={sortingOf(props)}
        activeRow={cursor.active}
        body={cursor.body}
      />
    </Paper>
  );
}
