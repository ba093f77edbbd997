import { Anchor, Paper, Text, Timeline, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NewNote } from "../../../data/platform/new-note.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { customerEventsQuery, customerNotesQuery, customerOrdersQuery } from "./customer-queries.ts";

interface Happened {
  key: string;
  at: string;
  title: ReactNode;
  text?: string | undefined;
  by?: string | null | undefined;
}

/** Orders, notes and what happened to the account, in one line of time. */
export function CustomerTimeline({ id }: { id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const happened = useHappened(id);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("order.timeline")}
      </Title>
      {may("notes:write") && <NewNote id={id} type="customer" />}
      <Timeline bulletSize={14} lineWidth={2} mt="md">
        {happened.map(({ key, at, title, text, by }) => (
          <Timeline.Item key={key} title={title}>
            {text && <Text>{text}</Text>}
            <Text size="sm" c="dimmed">
              {[format.time(at), by].filter(Boolean).join(" · ")}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Paper>
  );
}

function useHappened(id: string): Happened[] {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const { data: orders } = useQuery({ ...customerOrdersQuery(api, id), enabled: may("orders:read") });
  const { data: events = [] } = useQuery({ ...customerEventsQuery(api, id), enabled: may("events:read") });
  const { data: notes = [] } = useQuery({ ...customerNotesQuery(api, id), enabled: may("notes:read") });
  const titleOf = (name: string) => {
    const key = `event.${name.replaceAll(".", "_")}`;
    return i18n.exists(key) ? t(key as never) : name;
  };
  const all: Happened[] = [
    ...(orders?.orders ?? []).map((order) => ({
      key: order.id,
      at: order.created_at,
      title: (
        <Anchor
          inherit
          renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: order.id }} />}
        >
          {t("customers.placed", {
            number: order.display_id,
            amount: format.money(order.total, order.currency_code),
          })}
        </Anchor>
      ),
    })),
    ...events.map(({ id: key, occurred_at: at, name }) => ({ key, at, title: titleOf(name) })),
    ...notes.map(({ id: key, created_at: at, value, author }) => ({
      key,
      at,
      title: t("event.note_created"),
      text: value,
      by: author?.email,
    })),
  ];
  return all.sort((one, other) => other.at.localeCompare(one.at));
}
