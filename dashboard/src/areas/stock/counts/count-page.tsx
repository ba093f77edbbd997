import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { DetailPage } from "../../../kit/detail/detail-page.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { withoutEmpty } from "../../../kit/list/search-params.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { CountBadge } from "./count-badge.tsx";
import { CountLines } from "./count-lines.tsx";
import { type Count, countLinesQuery, countQuery, LINE_PAGE } from "./count-queries.ts";
import { type CountLineSearch, LINE_STATES } from "./count-search.ts";

export const countRoute = createLazyRoute("/shell/stock/counts/$id")({ component: CountPage });

function CountPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useParams({ from: "/shell/stock/counts/$id" });
  return (
    <DetailPage
      of={useQuery(countQuery(useApi(), id))}
      back={<BackLink to="/stock/counts">{t("counts.back")}</BackLink>}
      width={860}
    >
      {(count) => ({
        title: t("counts.name", { number: count.number }),
        badges: <CountBadge status={count.status} />,
        text: [
          count.location?.name,
          t("counts.progress", {
            counted: format.number(count.counted_count),
            all: format.number(count.item_count),
          }),
          t("counts.differenceCount", { count: count.difference_count }),
        ].join(" · "),
        actions: <Buttons count={count} />,
        body: <Lines count={count} />,
      })}
    </DetailPage>
  );
}

function Buttons({ count: { id, status, counted_count, item_count, difference_count } }: { count: Count }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const action = useAction(["stock"]);
  if (status !== "open" || !may("stock:write")) return null;
  const params = { path: { id } };
  const left = item_count - counted_count;
  const apply = () =>
    action.start({
      question: {
        title: t("counts.applyTitle", { count: difference_count }),
        text: t(left > 0 ? "counts.applyLeft" : "counts.applyText", { count: left }),
        confirm: t("counts.apply"),
      },
      run: () => api.POST("/admin/stock-counts/{id}/apply", { params }),
      done: t("counts.applied"),
    });
  const cancel = () =>
    action.start({
      question: { title: t("counts.cancelTitle"), text: t("counts.cancelText"), confirm: t("counts.cancel") },
      run: () => api.POST("/admin/stock-counts/{id}/cancel", { params }),
      done: t("counts.canceled"),
    });
  return (
    <Group gap="xs">
      <Button disabled={counted_count === 0} loading={action.isPending} onClick={apply}>
        {t("counts.apply")}
      </Button>
      <Button variant="default" loading={action.isPending} onClick={cancel}>
        {t("counts.cancel")}
      </Button>
    </Group>
  );
}

const ALL = "all";

function Lines({ count }: { count: Count }) {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate({ from: "/stock/counts/$id" });
  const search = useSearch({ from: "/shell/stock/counts/$id" });
  const { data } = useQuery(countLinesQuery(useApi(), count.id, search));
  const show = (changed: CountLineSearch) =>
    navigate({ search: withoutEmpty<CountLineSearch>({ ...search, page: undefined, ...changed }) });
  return (
    <Stack>
      <Group align="flex-end">
        <SearchInput label={t("products.find")} value={search.q} onFind={(q) => show({ q })} />
        <SegmentedControl
          aria-label={t("counts.show")}
          data={[ALL, ...LINE_STATES].map((value) => ({
            value,
            label: t(`counts.lines.${value as typeof ALL | (typeof LINE_STATES)[number]}`),
          }))}
          value={search.state ?? ALL}
          onChange={(value) => show({ state: LINE_STATES.find((state) => state === value) })}
        />
      </Group>
      {data &&
        (data.lines.length === 0 ? (
          <Text c="dimmed">{t("counts.noLines")}</Text>
        ) : (
          <CountLines
            countId={count.id}
            lines={data.lines}
            mayCount={count.status === "open" && may("stock:write")}
          />
        ))}
      <ListFooter
        count={data?.count ?? 0}
        pageSize={LINE_PAGE}
        page={search.page}
        onPage={(page) => navigate({ search: { ...search, page } })}
      >
        {t("stock.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}
