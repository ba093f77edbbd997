import { Anchor, Badge, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { WebhookBadge } from "./webhook-badge.tsx";
import type { Webhook } from "./webhook-queries.ts";

const helper = createColumnHelper<Features, Webhook>();

const SHOWN_EVENTS = 3;

export const webhookColumns = (t: TFunction, format: Format) =>
  helper.columns([
    helper.accessor("url", {
      header: t("webhook.url"),
      cell: ({ row }) => (
        <>
          <Anchor
            fw={600}
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/system/webhooks/$id" params={{ id: row.original.id }} />
            )}
          >
            {row.original.url}
          </Anchor>
          <Text size="sm" c="dimmed">
            {row.original.description}
          </Text>
        </>
      ),
    }),
    helper.accessor("events", {
      header: t("webhook.events"),
      cell: ({ getValue }) => <EventBadges events={getValue()} limit={SHOWN_EVENTS} />,
    }),
    helper.display({
      id: "state",
      header: t("webhook.state"),
      cell: ({ row }) => <WebhookBadge webhook={row.original} />,
    }),
    helper.accessor("created_at", {
      header: t("webhook.created"),
      cell: ({ getValue }) => format.date(getValue()),
    }),
  ]);

export function EventBadges({ events, limit = events.length }: { events: string[]; limit?: number }) {
  return (
    <Group gap={4}>
      {events.slice(0, limit).map((name) => (
        <Badge key={name} variant="default" tt="none" fw={400}>
          {name}
        </Badge>
      ))}
      {events.length > limit && <Text size="sm">+{events.length - limit}</Text>}
    </Group>
  );
}
