import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { DaysInput } from "../../../kit/inputs/date-inputs.tsx";
import { features } from "../../../kit/list/features.ts";
import { FilterBar } from "../../../kit/list/filter-bar.tsx";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { withoutEmpty } from "../../../kit/list/search-params.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { eventsQuery, type LoggedEvent, PAGE_SIZE } from "../system-queries.ts";
import type { EventSearch } from "../system-search.ts";
import { useUserNames } from "../use-user-names.ts";
import { eventColumns } from "./event-columns.tsx";
import { EventDrawer } from "./event-drawer.tsx";
import { EventFilter } from "./event-filter.tsx";
import { EVENT_PATTERNS } from "./event-names.ts";
import { useLiveLog } from "./use-live-log.ts";

export const eventsRoute = createLazyRoute("/shell/system/events")({ component: EventsPage });

const NONE: LoggedEvent[] = [];

function EventsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const navigate = useNavigate({ from: "/system/events" });
  const search = useSearch({ from: "/shell/system/events" });
  const names = useUserNames();
  const [isLive, setIsLive] = useState(true);
  useLiveLog(search.name ?? "*", isLive && search.page === undefined);
  const { data, error, isPending } = useQuery(eventsQuery(api, search));
  const columns = useMemo(
    () =>
      eventColumns({
        t,
        format,
        names,
        onOpen: (event) => navigate({ search: (before) => ({ ...before, event }), resetScroll: false }),
      }),
    [t, format, names, navigate],
  );
  const table = useTable({ features, columns, data: data?.events ?? NONE, getRowId: ({ id }) => id });
  const { event, ...filters } = search;
  const count = data?.count ?? 0;
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.events")}</PageTitle>
        <Switch
          label={t("system.live")}
          checked={isLive}
          onChange={({ currentTarget }) => setIsLive(currentTarget.checked)}
        />
      </Group>
      <Text maw={640}>{t("system.eventsAbout")}</Text>
      <EventFilters search={filters} onShow={(shown) => navigate({ search: shown })} />
      <ListCard
        table={table}
        phone={["occurred_at", "name"]}
        caption={t("nav.events")}
        error={error}
        isLoading={isPending}
        empty={t(Object.keys(filters).length > 0 ? "system.noEventFound" : "system.noEvents")}
      />
      <ListFooter
        count={count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => navigate({ search: { ...filters, page } })}
      >
        {t("system.eventCount", { count })}
      </ListFooter>
      <EventDrawer
        id={event}
        names={names}
        onClose={() => navigate({ search: filters, resetScroll: false })}
      />
    </Stack>
  );
}

interface FilterProps {
  search: EventSearch;
  onShow(search: EventSearch): void;
}

function EventFilters({ search, onShow }: FilterProps) {
  const { t } = useTranslation();
  const { page: _, ...filters } = search;
  const change = (changed: EventSearch) => onShow(withoutEmpty({ ...filters, ...changed }));
  return (
    <FilterBar filters={filters}>
      <EventFilter
        label={t("system.event")}
        data={EVENT_PATTERNS}
        value={search.name}
        onChange={(name) => change({ name })}
      />
      <SearchInput
        label={t("system.objectId")}
        value={search.entity}
        onFind={(entity) => change({ entity })}
      />
      <DaysInput
        label={t("system.time")}
        value={[search.from ?? null, search.to ?? null]}
        onChange={([from, to]) => change({ from: from ?? undefined, to: to ?? undefined })}
        clearable
        w={{ base: "100%", sm: 230 }}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onShow({})}>
          {t("system.showAll")}
        </Button>
      )}
    </FilterBar>
  );
}
