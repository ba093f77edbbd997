import { Switch } from "@mantine/core";
import { createLazyRoute, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import { daysFilter } from "../../../kit/inputs/days-filter.tsx";
import { type FilterProps, textFilter } from "../../../kit/list/filters.tsx";
import type { List } from "../../../kit/list/list-declaration.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import { eventsQuery, type LoggedEvent, PAGE_SIZE } from "../system-queries.ts";
import type { EventSearch } from "../system-search.ts";
import { useUserNames } from "../use-user-names.ts";
import { eventColumns } from "./event-columns.tsx";
import { EventDrawer } from "./event-drawer.tsx";
import { EventFilter } from "./event-filter.tsx";
import { EVENT_PATTERNS } from "./event-names.ts";
import { useLiveLog } from "./use-live-log.ts";

type Names = ReturnType<typeof useUserNames>;
type Events = List<EventSearch, LoggedEvent, Names>;

export const eventsRoute = createLazyRoute("/shell/system/events")({
  component: listPage({
    title: "nav.events",
    about: "system.eventsAbout",
    query: eventsQuery,
    rows: ({ events }) => events,
    pageSize: PAGE_SIZE,
    useShared: useUserNames,
    useColumns: useEventColumns,
    phone: ["occurred_at", "name"],
    empty: "system.noEvents",
    noneFound: "system.noEventFound",
    count: "system.eventCount",
    filters: [
      NameFilter,
      textFilter({ name: "entity", label: "system.objectId" }),
      daysFilter("system.time"),
    ],
    clear: "system.showAll",
    drawer: "event",
    Actions: LiveSwitch,
    Below: OpenedEvent,
  }),
});

function useEventColumns({ shared: names }: Events) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate({ from: "/system/events" });
  return useMemo(
    () =>
      eventColumns({
        t,
        format,
        names,
        onOpen: (event) => navigate({ search: (before) => ({ ...before, event }), resetScroll: false }),
      }),
    [t, format, names, navigate],
  );
}

/** New events appear on the first page while it is on. */
function LiveSwitch({ list: { search } }: { list: Events }) {
  const { t } = useTranslation();
  const [isLive, setIsLive] = useState(true);
  useLiveLog(search.name ?? "*", isLive && search.page === undefined);
  return (
    <Switch
      label={t("system.live")}
      checked={isLive}
      onChange={({ currentTarget }) => setIsLive(currentTarget.checked)}
    />
  );
}

function NameFilter({ search, change }: FilterProps<EventSearch>) {
  const { t } = useTranslation();
  return (
    <EventFilter
      label={t("system.event")}
      data={EVENT_PATTERNS}
      value={search.name}
      onChange={(name) => change({ name })}
    />
  );
}

function OpenedEvent({ list: { search, shared: names } }: { list: Events }) {
  const navigate = useNavigate({ from: "/system/events" });
  const { event, ...shown } = search;
  const close = () => navigate({ search: shown, resetScroll: false });
  return <EventDrawer id={event} names={names} onClose={close} />;
}
