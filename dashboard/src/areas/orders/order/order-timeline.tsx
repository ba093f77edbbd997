import { Paper, Text, Timeline, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { NewNote } from "../../../data/platform/new-note.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { notesQuery, timelineQuery } from "./timeline-queries.ts";

/** Who did what, and what they wrote down. */
export function OrderTimeline({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const { data: events = [] } = useQuery(timelineQuery(api, id));
  const { data: notes = [] } = useQuery(notesQuery(api, id));
  const texts = new Map(notes.map((note) => [note.id, note.value]));
  const titleOf = (name: string) => {
    const key = `event.${name.replaceAll(".", "_")}`;
    return i18n.exists(key) ? t(key as never) : name;
  };
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("order.timeline")}
      </Title>
      {may("notes:write") && <NewNote id={id} type="order" />}
      <Timeline bulletSize={14} lineWidth={2} mt="md">
        {events.map((event) => (
          <Timeline.Item key={event.id} title={titleOf(event.name)}>
            {event.entity_id && texts.has(event.entity_id) && <Text>{texts.get(event.entity_id)}</Text>}
            <Text size="sm" c="dimmed">
              {[format.time(event.occurred_at), event.user?.email ?? event.customer?.email]
                .filter(Boolean)
                .join(" · ")}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Paper>
  );
}
