import { Anchor, Button, Group, Text } from "@mantine/core";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { regionsQuery } from "../../../data/shop/shop-queries.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { SegmentForm } from "./segment-form.tsx";
import type { Segment } from "./segment-values.ts";
import { SEGMENT_SORTS, type SegmentsSearch } from "./segments-search.ts";
import { useRulesText } from "./use-rules-text.ts";

const PAGE_SIZE = 50;

const segmentsQuery = (api: Api, { q, order, page = 1 }: SegmentsSearch) =>
  queryOptions({
    queryKey: ["segments", { q, order, page }],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...(q && { q }),
        ...(order && { order }),
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
      };
      return (await api.GET("/admin/segments", { params: { query } })).data!;
    },
  });

export const segmentsRoute = createLazyRoute("/shell/segments")({
  component: listPage({
    title: "segments.title",
    about: "segments.about",
    query: segmentsQuery,
    rows: ({ segments }) => segments,
    pageSize: PAGE_SIZE,
    useColumns: useSegmentColumns,
    numbers: ["members"],
    phone: ["name", "members", "actions"],
    sorts: SEGMENT_SORTS,
    empty: "segments.none",
    noneFound: "segments.noneFound",
    count: "segments.count",
    find: { label: "orders.find" },
    Above: BackToCustomers,
    Actions: NewSegment,
  }),
});

const helper = createColumnHelper<Features, Segment>();

function useSegmentColumns() {
  const { t } = useTranslation();
  const format = useFormat();
  const textOf = useRulesText();
  return helper.columns([
    helper.display({
      id: "name",
      header: t("segments.name"),
      cell: ({ row: { original } }) => (
        <Anchor
          fw={600}
          renderRoot={(props) => <Link {...props} to="/customers" search={{ groups: [original.id] }} />}
        >
          {original.name}
        </Anchor>
      ),
    }),
    helper.accessor("members", {
      id: "members",
      header: t("segments.members"),
      cell: ({ row: { original } }) => (
        <>
          {format.number(original.members)}
          {original.is_stale && (
            <Text size="sm" c="dimmed">
              {t("segments.counting")}
            </Text>
          )}
        </>
      ),
    }),
    helper.display({
      id: "rules",
      header: t("segments.rules"),
      cell: ({ row: { original } }) => textOf(original.rules),
    }),
    helper.display({
      id: "actions",
      header: t("tags.actions"),
      cell: ({ row: { original } }) => <SegmentButtons segment={original} />,
    }),
  ]);
}

function SegmentButtons({ segment }: { segment: Segment }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const dialog = useDialog<null>();
  const action = useAction(["segments", "customer-groups", "customers"]);
  if (!may("customers:write")) return null;
  const remove = () =>
    action.start({
      question: {
        title: t("segments.deleteTitle", { name: segment.name }),
        text: t("segments.deleteText"),
        confirm: t("customers.delete"),
      },
      run: () => api.DELETE("/admin/segments/{id}", { params: { path: { id: segment.id } } }),
      done: t("segments.deleted"),
    });
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t("segments.editNamed", { name: segment.name })}
        onClick={() => dialog.open(null)}
      >
        {t("segments.edit")}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t("segments.deleteNamed", { name: segment.name })}
        onClick={() => void remove()}
      >
        {t("customers.delete")}
      </Button>
      <SegmentDialog segment={segment} opened={dialog.opened} onClose={dialog.close} />
    </Group>
  );
}

function NewSegment() {
  const { t } = useTranslation();
  const may = useMay();
  const dialog = useDialog<null>();
  if (!may("customers:write")) return null;
  return (
    <>
      <Button onClick={() => dialog.open(null)}>{t("segments.new")}</Button>
      <SegmentDialog segment={null} opened={dialog.opened} onClose={dialog.close} />
    </>
  );
}

interface DialogProps {
  segment: Segment | null;
  opened: boolean;
  onClose(): void;
}

function SegmentDialog({ segment, ...dialog }: DialogProps) {
  const { t } = useTranslation();
  const { data: regions = [] } = useQuery(regionsQuery(useApi()));
  const currencies = [...new Set(regions.map(({ currency_code }) => currency_code))];
  return (
    <FormDialog title={segment ? segment.name : t("segments.new")} size="lg" {...dialog}>
      <SegmentForm segment={segment} currencies={currencies} />
    </FormDialog>
  );
}

function BackToCustomers() {
  const { t } = useTranslation();
  return <BackLink to="/customers">{t("customers.back")}</BackLink>;
}
