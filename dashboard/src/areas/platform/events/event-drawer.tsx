import { Alert, Drawer, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { FactList } from "../../../kit/detail/fact-list.tsx";
import { JsonView } from "../../../kit/detail/json-view.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { EntityLink } from "../entity-link.tsx";
import { eventQuery, type LoggedEvent } from "../system-queries.ts";
import { causeOf } from "./event-columns.tsx";

interface Props {
  id: string | undefined;
  names: ReadonlyMap<string, string>;
  onClose(): void;
}

export function EventDrawer({ id, names, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t("system.event")}
      closeButtonProps={{ "aria-label": t("form.close") }}
    >
      {id && <EventDetails id={id} names={names} />}
    </Drawer>
  );
}

function EventDetails({ id, names }: { id: string; names: Props["names"] }) {
  const { t } = useTranslation();
  const { data: event, error } = useQuery(eventQuery(useApi(), id));
  if (error)
    return (
      <Alert color="red" role="alert">
        {messageOf(error, t)}
      </Alert>
    );
  if (event === undefined) return <PageLoading />;
  return event ? <ShownEvent event={event} names={names} /> : <Text>{t("system.eventGone")}</Text>;
}

function ShownEvent({ event, names }: { event: LoggedEvent; names: Props["names"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Stack>
      <Text fw={600}>{event.name}</Text>
      <FactList
        facts={[
          [t("system.time"), format.exactTime(event.occurred_at)],
          [t("system.object"), <EntityLink key="object" id={event.entity_id} />],
          [t("system.cause"), causeOf(event, { t, names })],
          [t("system.customer"), event.customer_id],
          [t("system.eventId"), event.id],
        ]}
      />
      <div>
        <Title order={3} size="h5" mb={4}>
          {t("system.payload")}
        </Title>
        <JsonView label={t("system.payload")} value={event.data} />
      </div>
    </Stack>
  );
}
