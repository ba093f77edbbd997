import { Button, Paper, Stack, Text, Textarea, Timeline, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { useFormat } from "../format/format.ts";
import { notesQuery, timelineQuery } from "./order-queries.ts";

/** Who did what, and what they wrote down. */
export function OrderTimeline({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const format = useFormat();
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
      <NewNote id={id} />
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

function NewNote({ id }: { id: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const [value, setValue] = useState("");
  const add = useMutation({
    mutationFn: () =>
      api.POST("/admin/notes", { body: { resource_id: id, resource_type: "order", value: value.trim() } }),
    async onSuccess() {
      setValue("");
      await queryClient.invalidateQueries({ queryKey: ["order", id] });
    },
  });
  return (
    <Stack gap="xs" align="flex-start" className="no-print">
      <Textarea
        label={t("order.note")}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        autosize
        w="100%"
      />
      <Button
        variant="light"
        disabled={value.trim() === ""}
        loading={add.isPending}
        onClick={() => add.mutate()}
      >
        {t("order.addNote")}
      </Button>
    </Stack>
  );
}
