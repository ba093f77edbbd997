import { Alert, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../../data/session/permissions.ts";
import { useApi } from "../../../../kit/api/api.ts";
import { messageOf } from "../../../../kit/api/error-message.ts";
import { useFormat } from "../../../../kit/format/format.ts";
import { doForAll } from "../../../../kit/list/do-for-all.ts";
import { listPart } from "../../../../kit/list/list-page.tsx";
import { retryDelivery } from "../webhook-actions.ts";
import { deliveriesQuery, PAGE_SIZE } from "../webhook-queries.ts";
import type { DeliverySearch } from "../webhook-search.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { DeliveryDrawer } from "./delivery-drawer.tsx";
import { DeliveryFilters } from "./delivery-filters.tsx";

/** What was sent to the webhook, and what came back. */
export function DeliveriesCard() {
  const { t } = useTranslation();
  return (
    <Stack>
      <Title order={2} size="h3">
        {t("webhook.deliveries")}
      </Title>
      <Deliveries />
    </Stack>
  );
}

const useWebhookId = () => useParams({ from: "/shell/system/webhooks/$id" }).id;

const Deliveries = listPart({
  title: "webhook.deliveries",
  query: (api, search: DeliverySearch, { params }) => deliveriesQuery(api, params["id"]!, search),
  rows: ({ deliveries }) => deliveries,
  pageSize: PAGE_SIZE,
  useColumns: useDeliveryColumns,
  phone: ["select", "event_name", "status"],
  numbers: ["attempts", "duration"],
  empty: "webhook.noDeliveries",
  noneFound: "webhook.noDeliveryFound",
  count: "webhook.deliveryCount",
  drawer: "delivery",
  keepsScroll: true,
  Filters({ list }) {
    const { delivery: _, ...filters } = list.search;
    return <DeliveryFilters search={filters} onShow={list.show} />;
  },
  Bulk: ({ list }) => (
    <RetryBar webhookId={useWebhookId()} ids={list.selected} onDone={() => list.select([])} />
  ),
  Below({ list }) {
    const { delivery, ...filters } = list.search;
    return <DeliveryDrawer webhookId={useWebhookId()} id={delivery} onClose={() => list.show(filters)} />;
  },
});

function useDeliveryColumns() {
  const { t } = useTranslation();
  const format = useFormat();
  const canRetry = useMay()("webhooks:write");
  const navigate = useNavigate({ from: "/system/webhooks/$id" });
  return useMemo(
    () =>
      deliveryColumns({
        t,
        format,
        canRetry,
        onOpen: (delivery) =>
          navigate({ to: ".", search: (before) => ({ ...before, delivery }), resetScroll: false }),
      }),
    [t, format, canRetry, navigate],
  );
}

interface RetryProps {
  webhookId: string;
  ids: readonly string[];
  onDone(): void;
}

function RetryBar({ webhookId, ids, onDone }: RetryProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => doForAll(ids, (id) => retryDelivery(api, { webhookId, id })),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ["webhook", webhookId] });
      onDone();
    },
  });
  const failed = retry.data?.failed ?? [];
  return (
    <>
      {ids.length > 0 && (
        <Paper withBorder p="sm" role="region" aria-label={t("webhook.bulk")}>
          <Group>
            <Text fw={600}>{t("webhook.selected", { count: ids.length })}</Text>
            <Button
              size="compact-md"
              variant="light"
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              {t("webhook.deliverAgain")}
            </Button>
          </Group>
        </Paper>
      )}
      {failed.length > 0 && (
        <Alert color="red" role="alert">
          {failed.map(({ error }) => messageOf(error, t)).join(" ")}
        </Alert>
      )}
    </>
  );
}
