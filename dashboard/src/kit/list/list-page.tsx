import { Group, Stack, Text } from "@mantine/core";
import { PageError } from "../page/page-error.tsx";
import { PageTitle } from "../page/page-title.tsx";
import { ListBody } from "./list-body.tsx";
import type { ListedRow, ListPage } from "./list-declaration.ts";
import { type ReadList, useList } from "./use-list.tsx";
import { useSay } from "./use-say.ts";
import { ViewsOfList } from "./views-of-list.tsx";

/** The page of a list, from its declaration: the component of a route. */
export const listPage =
  <Search extends object, Data extends { count: number }, Row extends ListedRow, Shared = undefined>(
    page: ListPage<Search, Data, Row, Shared>,
  ) =>
  () => <Frame page={page} />;

/** A list that is a part of a page. Its page shows the title. */
export const listPart =
  <Search extends object, Data extends { count: number }, Row extends ListedRow, Shared = undefined>(
    page: ListPage<Search, Data, Row, Shared>,
  ) =>
  () => {
    const list = useList(page);
    const { Below } = page;
    return (
      <>
        <Views page={page} list={list} />
        <ListBody page={page} list={list} />
        {Below && <Below list={list} />}
      </>
    );
  };

function Frame<Search extends object, Data extends { count: number }, Row extends ListedRow, Shared>({
  page,
}: {
  page: ListPage<Search, Data, Row, Shared>;
}) {
  const say = useSay();
  const list = useList(page);
  const { title, about, Above, Actions, Below } = page;
  if (list.error && page.useShortColumns) return <PageError error={list.error} reset={list.refetch} />;
  return (
    <Stack>
      {Above && <Above />}
      {Actions ? (
        <Group justify="space-between">
          <PageTitle>{say(title)}</PageTitle>
          <Actions list={list} />
        </Group>
      ) : (
        <PageTitle>{say(title)}</PageTitle>
      )}
      {about && <Text maw={640}>{say(about)}</Text>}
      <Views page={page} list={list} />
      <ListBody page={page} list={list} />
      {Below && <Below list={list} />}
    </Stack>
  );
}

/** The views of a list that can be narrowed. A list of one object, such as the deliveries of a webhook, has none. */
function Views<Search extends object, Data, Row extends ListedRow, Shared>({
  page,
  list,
}: {
  page: ListPage<Search, Data, Row, Shared>;
  list: ReadList<Search, Row, Shared>;
}) {
  if (list.path.includes("$") || !(page.find || page.filters || page.Filters)) return null;
  return (
    <ViewsOfList
      list={list.path.replace(/^\/|\/$/g, "")}
      search={{ ...list.search, ...(page.drawer && { [page.drawer]: undefined }) }}
      show={(search) => list.show(search as Search)}
      builtIn={page.views}
    />
  );
}
