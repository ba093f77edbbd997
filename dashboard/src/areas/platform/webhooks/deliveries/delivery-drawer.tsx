import { Alert, Button, Drawer, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { messageOf } from "../../../../kit/api/error-message.ts";
import { FactList } from "../../../../kit/detail/fact-list.tsx";
import { JsonView } from "../../../../kit/detail/json-view.tsx";
import { showRefusal } from "../../../../kit/form/show-refusal.ts";
import { useFormat } from "../../../../kit/format/format.ts";
import { PageLoading } from "../../../../kit/page/page-loading.tsx";
import { eventQuery } from "../../system-queries.ts";
import { replayWebhook, retryDelivery } from "../webhook-actions.ts";
import { DeliveryBadge } from "../webhook-badge.tsx";
import { type Delivery, type DeliveryKey, deliveryQuery } from "../webhook-queries.ts";

interface Props {
  webhookId: string;
  id: string | undefined;
  onClose(): void;
}

export function DeliveryDrawer({ webhookId, id, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t("webhook.delivery")}
      closeButtonProps={{ "aria-label": t("form.close") }}
    >
      {id && <DeliveryDetails webhookId={webhookId} id={id} />}
    </Drawer>
  );
}

function DeliveryDetails(key: DeliveryKey) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const { data: delivery, error } = useQuery(deliveryQuery(api, key));
  if (error)
    return (
      <Alert color="red" role="alert">
        {messageOf(error, t)}
      </Alert>
    );
  if (!delivery) return <PageLoading />;
  return (
    <Stack>
      <Group>
        <Text fw={600}>{delivery.event_name}</Text>
        <DeliveryBadge status={delivery.status} />
      </Group>
      {may("webhooks:write") && <DeliveryButtons delivery={delivery} />}
      {delivery.error && (
        <Alert color="red" title={t("webhook.lastFailure")}>
          {delivery.error}
        </Alert>
      )}
      <DeliveryFacts delivery={delivery} />
      {may("events:read") && <Payload eventId={delivery.event_id} />}
      <div>
        <Title order={3} size="h5" mb={4}>
          {t("webhook.answer")}
        </Title>
        {delivery.response_body ? (
          <JsonView label={t("webhook.answer")} value={delivery.response_body} />
        ) : (
          <Text c="dimmed">{t(delivery.attempts > 0 ? "webhook.emptyAnswer" : "webhook.noAnswerYet")}</Text>
        )}
      </div>
    </Stack>
  );
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isRetrying = delivery.status === "retrying" || delivery.status === "pending";
  const { last_attempt_at, delivered_at, next_try_at, response_status, duration } = delivery;
  return (
    <FactList
      facts={[
        [t("webhook.attempts"), format.number(delivery.attempts)],
        [t("webhook.status"), response_status],
        [t("webhook.duration"), duration === null ? null : t("webhook.ms", { count: duration })],
        [t("webhook.lastAttempt"), last_attempt_at && format.time(last_attempt_at)],
        [t("webhook.deliveredAt"), delivered_at && format.time(delivered_at)],
        [t("webhook.nextTry"), isRetrying && next_try_at ? format.time(next_try_at) : null],
        [t("webhook.created"), format.time(delivery.created_at)],
        [t("webhook.eventId"), delivery.event_id],
        [t("webhook.deliveryId"), delivery.id],
      ]}
    />
  );
}

function Payload({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  const { data: event } = useQuery(eventQuery(useApi(), eventId));
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {t("webhook.payload")}
      </Title>
      {event && (
        <JsonView
          label={t("webhook.payload")}
          value={{ id: event.id, name: event.name, occurred_at: event.occurred_at, data: event.data }}
        />
      )}
      {event === null && <Text c="dimmed">{t("webhook.payloadGone")}</Text>}
    </div>
  );
}

function DeliveryButtons({ delivery: { id, webhook_id: webhookId, event_id } }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const work = useMutation({
    mutationFn: (step: () => Promise<unknown>) => step(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["webhook", webhookId] }),
    onError: (error) => showRefusal(error, t),
  });
  return (
    <Group gap="xs">
      <Button
        size="sm"
        loading={work.isPending}
        onClick={() => work.mutate(() => retryDelivery(api, { webhookId, id }))}
      >
        {t("webhook.deliverAgain")}
      </Button>
      <Button
        size="sm"
        variant="default"
        onClick={() => work.mutate(() => replayWebhook(api, webhookId, event_id))}
      >
        {t("webhook.replayFromHere")}
      </Button>
    </Group>
  );
}
