import { Button, Group } from "@mantine/core";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { listTags, type TagKind } from "../../../data/people/tag-queries.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { choiceFilter } from "../../../kit/list/filters.tsx";
import type { List } from "../../../kit/list/list-declaration.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import { TagForm } from "./tag-form.tsx";
import { kindOf, TAG_SORTS, TAGGED, type TagsSearch, USUAL_ORDER } from "./tags-search.ts";

type Tag = Schemas["UsedOrderTag"];

const PAGE_SIZE = 50;
/** The server counts no further. */
const MOST_COUNTED = 1_000;

const tagsQuery = (api: Api, search: TagsSearch) =>
  queryOptions({
    queryKey: ["tags", kindOf(search), "list", search],
    placeholderData: keepPreviousData,
    queryFn: () =>
      listTags(api, kindOf(search), {
        ...(search.q && { q: search.q }),
        order: search.order ?? USUAL_ORDER,
        limit: PAGE_SIZE,
        offset: ((search.page ?? 1) - 1) * PAGE_SIZE,
      }),
  });

export const tagsRoute = createLazyRoute("/shell/tags")({
  component: listPage({
    title: "tags.title",
    about: "tags.about",
    query: tagsQuery,
    rows: ({ tags }) => tags,
    pageSize: PAGE_SIZE,
    useColumns: useTagColumns,
    numbers: ["uses"],
    sorts: TAG_SORTS,
    defaultOrder: USUAL_ORDER,
    empty: "tags.none",
    noneFound: "tags.noneFound",
    count: "tags.count",
    find: { label: "orders.find" },
    filters: [
      choiceFilter({ name: "of", label: "tags.of", values: TAGGED, textOf: (of) => `tags.kinds.${of}` }),
    ],
    hasFewFilters: true,
  }),
});

const helper = createColumnHelper<Features, Tag>();

function useTagColumns({ search }: List<TagsSearch, Tag>) {
  const { t } = useTranslation();
  const format = useFormat();
  const kind = kindOf(search);
  return helper.columns([
    helper.accessor("name", { id: "name", header: t("tags.name") }),
    helper.accessor("uses", {
      id: "uses",
      header: t(`tags.kinds.${search.of ?? "customers"}`),
      cell: ({ getValue }) =>
        getValue() > MOST_COUNTED ? t("tags.moreThan", { count: MOST_COUNTED }) : format.number(getValue()),
    }),
    helper.display({
      id: "actions",
      header: t("tags.actions"),
      cell: ({ row: { original } }) => <TagButtons kind={kind} tag={original} />,
    }),
  ]);
}

function TagButtons({ kind, tag }: { kind: TagKind; tag: Tag }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const dialog = useDialog<"rename" | "merge">();
  const action = useAction([kind, `${kind}s`, "tags"]);
  if (!may(`${kind}s:write`)) return null;
  const params = { path: { id: tag.id } };
  const remove = () =>
    action.start({
      question: {
        title: t("tags.deleteTitle", { name: tag.name }),
        text: t("tags.deleteText"),
        confirm: t("tags.delete"),
      },
      run: () =>
        kind === "order"
          ? api.DELETE("/admin/order-tags/{id}", { params })
          : api.DELETE("/admin/customer-tags/{id}", { params }),
      done: t("tags.deleted"),
    });
  const named = (does: "rename" | "merge" | "delete") => t(`tags.${does}Named`, { name: tag.name });
  return (
    <Group gap="xs" wrap="nowrap">
      {(["rename", "merge"] as const).map((does) => (
        <Button
          key={does}
          size="compact-sm"
          variant="default"
          aria-label={named(does)}
          onClick={() => dialog.open(does)}
        >
          {t(`tags.${does}`)}
        </Button>
      ))}
      <Button size="compact-sm" variant="default" aria-label={named("delete")} onClick={() => void remove()}>
        {t("tags.delete")}
      </Button>
      <FormDialog title={named(dialog.row ?? "rename")} opened={dialog.opened} onClose={dialog.close}>
        {dialog.row && <TagForm kind={kind} tag={tag} does={dialog.row} />}
      </FormDialog>
    </Group>
  );
}
